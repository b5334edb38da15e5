#pragma once

#include "gsta/io/detail/pegtl.ipp"

/// SPEF, as far as timing reads it. Words stand between blanks; one that starts with `*` and two capitals is
/// a keyword, with one capital (*I, *C) a mark inside a net, with a digit a reference into the name map.
namespace gsta::io::detail::spef_grammar {

using pegtl::at;
using pegtl::eof;
using pegtl::must;
using pegtl::not_at;
using pegtl::opt;
using pegtl::plus;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

struct blanks : by_hand<blanks> {
  template <class State>
  static char const* skip(State&, char const* at, char const* end) {
    while (at != end) {
      if (is_blank(*at)) {
        ++at;
      } else if (*at == '/' && at + 1 != end && at[1] == '/') {
        at = skip_line(at, end);
      } else {
        break;
      }
    }
    return at;
  }
};

struct blank : pegtl::one<' ', '\t', '\n', '\r', '\f', '\v'> {};
struct word_end : at<sor<blank, eof>> {};
struct star_sign : pegtl::one<'*'> {};
struct word_char : pegtl::not_one<' ', '\t', '\n', '\r', '\f', '\v'> {};
struct capital : pegtl::ranges<'A', 'Z', '_', '_'> {};
struct keyword_start : seq<star_sign, capital, capital> {};
template <class Name>
struct keyword : seq<star_sign, Name, word_end, blanks> {};

struct quoted_string : by_hand<quoted_string> {
  template <class State>
  static char const* skip(State& state, char const* begin, char const* end) {
    if (begin == end || *begin != '"') return nullptr;
    auto const* const close =
        static_cast<char const*>(std::memchr(begin + 1, '"', static_cast<std::size_t>(end - begin - 1)));
    if (close == nullptr)
      fail(state.file, offset_of(state.file, {begin, 1}), "the quoted string is not closed");
    return close + 1;
  }
};
/// Words without a meaning for timing, up to the next keyword.
struct skipped_word : seq<not_at<keyword_start>, sor<quoted_string, plus<word_char>>, blanks> {};
struct skipped : star<skipped_word> {};

/// A word with an action, then blanks.
template <class Word>
struct read : seq<Word, blanks> {
  static constexpr auto expected = Word::expected;
};
struct word : seq<not_at<star_sign>, plus<word_char>> {};

// *DELIMITER :   *C_UNIT 1 PF
struct delimiter : seq<word_char, word_end> {
  static constexpr auto expected = "one of : . / |";
};
struct divider : delimiter {};
struct line_blanks : star<pegtl::one<' ', '\t'>> {};
struct bus_sign : seq<not_at<star_sign>, not_at<pegtl::string<'/', '/'>>, plus<word_char>> {};
struct bus_delimiters : seq<bus_sign, opt<line_blanks, bus_sign>> {
  static constexpr auto expected = "a pair such as []";
};
struct flow : quoted_string {};
struct read_flow : seq<flow, blanks> {};
struct unit_number : word {
  static constexpr auto expected = "a number";
};
struct time_unit : word {
  static constexpr auto expected = "a time unit";
};
struct capacitance_unit : word {
  static constexpr auto expected = "PF or FF";
};
struct resistance_unit : word {
  static constexpr auto expected = "OHM or KOHM";
};
template <class Name, class Unit>
struct unit_line : seq<keyword<Name>, must<read<unit_number>>, must<read<Unit>>> {};
struct delimiter_line : seq<keyword<TAO_PEGTL_STRING("DELIMITER")>, must<read<delimiter>>> {};
struct divider_line : seq<keyword<TAO_PEGTL_STRING("DIVIDER")>, must<read<divider>>> {};
struct bus_line : seq<keyword<TAO_PEGTL_STRING("BUS_DELIMITER")>, must<read<bus_delimiters>>> {};
struct flow_line : seq<keyword<TAO_PEGTL_STRING("DESIGN_FLOW")>, star<sor<read_flow, skipped_word>>> {};
struct sign_lines : sor<delimiter_line, divider_line, bus_line> {};
struct unit_lines : sor<unit_line<TAO_PEGTL_STRING("C_UNIT"), capacitance_unit>,
                        unit_line<TAO_PEGTL_STRING("R_UNIT"), resistance_unit>,
                        unit_line<TAO_PEGTL_STRING("T_UNIT"), time_unit>> {};

// *NAME_MAP  *12 name
struct map_index : plus<pegtl::digit> {};
struct map_name : word {
  static constexpr auto expected = "a name";
};
struct map_index_end : word_end {
  static constexpr auto expected = "a number after '*'";
};
struct map_entry : seq<star_sign, map_index, must<map_index_end>, blanks, must<read<map_name>>> {};
struct name_map : seq<keyword<TAO_PEGTL_STRING("NAME_MAP")>, star<map_entry>> {};

// References: name, *12, *12:pin
struct reference : sor<seq<star_sign, at<pegtl::digit>, plus<word_char>>, word> {
  static constexpr auto expected = "a name";
};
struct net_name : reference {};
struct pin_name : reference {};
struct capacitor_node : reference {};
struct node_a : reference {};
struct node_b : reference {};

struct number : word {
  static constexpr auto expected = "a number";
};
struct total : number {};
struct resistance : number {};
struct entry_number : seq<plus<pegtl::digit>, word_end> {
  static constexpr auto expected = "the number of an entry, *RES or *END";
};

// *CONN  *I u1:a I *C 0 0 *L 0.1 *D INV
struct mark_i : seq<star_sign, pegtl::one<'I'>, word_end, blanks> {};
struct mark_p : seq<star_sign, pegtl::one<'P'>, word_end, blanks> {};
struct pin_direction : seq<pegtl::one<'I', 'O', 'B'>, word_end> {
  static constexpr auto expected = "I, O or B";
};
struct attribute : seq<not_at<sor<mark_i, mark_p>>, skipped_word> {};
struct internal_node : seq<star_sign, pegtl::one<'N'>, word_end, blanks, star<attribute>> {};
struct connection
    : sor<seq<sor<mark_i, mark_p>, must<read<pin_name>>, must<read<pin_direction>>, star<attribute>>,
          internal_node> {};
struct connections : seq<keyword<TAO_PEGTL_STRING("CONN")>, star<connection>> {};

/// *SC 1:0.2 2:0.1 after a value: what it changes with the process.
struct sensitivities
    : seq<keyword<TAO_PEGTL_STRING("SC")>, star<seq<pegtl::digit, star<not_at<pegtl::one<':'>>, word_char>,
                                                    pegtl::one<':'>, plus<word_char>, blanks>>> {};

// *CAP  1 node 0.5   or   1 node other 0.5: the words of the line tell which
struct third : plus<word_char> {
  static constexpr auto expected = "a number, or the other node of a coupling capacitor";
};
struct fourth : seq<not_at<pegtl::string<'/', '/'>>, word> {};
struct no_fourth : pegtl::success {};
struct capacitor : seq<read<entry_number>, must<read<capacitor_node>>, must<third>, line_blanks,
                       sor<fourth, no_fourth>, blanks, opt<sensitivities>> {};
struct capacitors : seq<keyword<TAO_PEGTL_STRING("CAP")>, star<capacitor>> {};

// *RES  1 a b 0.1
struct resistor : seq<read<entry_number>, must<read<node_a>>, must<read<node_b>>, must<read<resistance>>,
                      opt<sensitivities>> {};
struct resistors : seq<keyword<TAO_PEGTL_STRING("RES")>, star<resistor>> {};
struct kw_induc : keyword<TAO_PEGTL_STRING("INDUC")> {};
struct inductors : seq<kw_induc, skipped> {};

struct net_end : keyword<TAO_PEGTL_STRING("END")> {
  static constexpr auto expected = "*CONN, *CAP, *RES or *END in the net";
};
struct net_part : sor<connections, capacitors, resistors, inductors> {};
struct confidence : seq<star_sign, pegtl::one<'V'>, word_end, blanks, word, blanks> {};
struct net : seq<keyword<TAO_PEGTL_STRING("D_NET")>, must<read<net_name>>, must<read<total>>, opt<confidence>,
                 star<net_part>, must<net_end>> {};

// *R_NET n 0.5  *DRIVER u1:Z *CELL INV *C2_R1_C1 0.1 20 0.3 *LOADS *RC u2:A 0.01 *Q 1 -3.2 *K 1 0.9
struct reduced_net_name : reference {};
struct driver_name : reference {};
struct near_capacitance : number {};
struct pi_resistance : number {};
struct far_capacitance : number {};
struct load_name : reference {};
struct elmore_delay : number {};
struct mark_q : seq<star_sign, pegtl::one<'Q'>, word_end, blanks> {};
struct mark_k : seq<star_sign, pegtl::one<'K'>, word_end, blanks> {};
struct mark_rc : keyword<TAO_PEGTL_STRING("RC")> {};
struct skipped_numbers : star<seq<not_at<star_sign>, plus<word_char>, blanks>> {};
struct poles : seq<mark_q, skipped_numbers, opt<mark_k, skipped_numbers>> {};
struct reduced_load : seq<mark_rc, must<read<load_name>>, must<read<elmore_delay>>, opt<poles>> {};
struct kw_pi_model : keyword<TAO_PEGTL_STRING("C2_R1_C1")> {
  static constexpr auto expected = "*C2_R1_C1, the driver's pi model";
};
struct kw_loads : keyword<TAO_PEGTL_STRING("LOADS")> {
  static constexpr auto expected = "*LOADS";
};
struct cell_line : seq<keyword<TAO_PEGTL_STRING("CELL")>, plus<word_char>, blanks> {};
struct reduced_driver : seq<keyword<TAO_PEGTL_STRING("DRIVER")>, must<read<driver_name>>, opt<cell_line>,
                            must<kw_pi_model>, must<read<near_capacitance>>, must<read<pi_resistance>>,
                            must<read<far_capacitance>>, must<kw_loads>, star<reduced_load>> {};
struct reduced_end : keyword<TAO_PEGTL_STRING("END")> {
  static constexpr auto expected = "*DRIVER, *RC or *END in the reduced net";
};
struct reduced_net : seq<keyword<TAO_PEGTL_STRING("R_NET")>, must<read<reduced_net_name>>, must<read<total>>,
                         opt<confidence>, star<reduced_driver>, must<reduced_end>> {};

/// Nets of other kinds: skipped to their *END, and counted.
struct other_kind : sor<TAO_PEGTL_STRING("D_PNET"), TAO_PEGTL_STRING("R_PNET")> {};
struct kw_other_net : keyword<other_kind> {};
struct other_end : keyword<TAO_PEGTL_STRING("END")> {
  static constexpr auto expected = "*END";
};
struct other_word : seq<not_at<other_end>, not_at<star_sign, TAO_PEGTL_STRING("D_NET")>, not_at<eof>,
                        sor<quoted_string, plus<word_char>>, blanks> {};
struct other_net : seq<kw_other_net, star<other_word>, must<other_end>> {};

struct kw_define : keyword<sor<TAO_PEGTL_STRING("DEFINE"), TAO_PEGTL_STRING("PDEFINE")>> {};
struct definition : seq<kw_define, skipped> {};
struct header_name : sor<TAO_PEGTL_STRING("DESIGN"), TAO_PEGTL_STRING("DATE"), TAO_PEGTL_STRING("VENDOR"),
                         TAO_PEGTL_STRING("PROGRAM"), TAO_PEGTL_STRING("VERSION"), TAO_PEGTL_STRING("L_UNIT"),
                         TAO_PEGTL_STRING("POWER_NETS"), TAO_PEGTL_STRING("GROUND_NETS"),
                         TAO_PEGTL_STRING("PORTS"), TAO_PEGTL_STRING("PHYSICAL_PORTS")> {};
struct kw_variations : keyword<TAO_PEGTL_STRING("VARIATION_PARAMETERS")> {};
struct variations : seq<kw_variations, skipped> {};
struct header_line : seq<keyword<header_name>, skipped> {};

struct section : sor<net, sign_lines, unit_lines, name_map, flow_line, header_line, variations, reduced_net,
                     other_net, definition> {};
struct first_line : seq<keyword<TAO_PEGTL_STRING("SPEF")>, skipped> {
  static constexpr auto expected = "*SPEF at the start of the file";
};
struct text_end : eof {
  static constexpr auto expected = "*D_NET or another SPEF keyword";
};
struct file : must<blanks, first_line, star<section>, text_end> {};

}  // namespace gsta::io::detail::spef_grammar
