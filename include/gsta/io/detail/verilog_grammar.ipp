#pragma once

#include <algorithm>
#include <array>

#include "gsta/io/detail/pegtl.ipp"

/// Flat structural Verilog. Constructs that are not read have a rule of their own, so that the error can name
/// them.
namespace gsta::io::detail::verilog_grammar {

/// Directives that change nothing in a structural netlist.
GSTA_INLINE bool is_harmless_directive(std::string_view name) noexcept {
  static constexpr std::string_view names[] = {"timescale",
                                               "celldefine",
                                               "endcelldefine",
                                               "default_nettype",
                                               "resetall",
                                               "line",
                                               "unconnected_drive",
                                               "pragma",
                                               "nounconnected_drive",
                                               "suppress_faults",
                                               "nosuppress_faults",
                                               "enable_portfaults",
                                               "disable_portfaults"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Blanks, comments, attributes (* ... *) and directives.
struct blanks : by_hand<blanks> {
  static char const* skip_attribute(source const& file, char const* at, char const* end) {
    std::string_view const rest(at, static_cast<std::size_t>(end - at));
    auto const close = rest.find("*)", 2);
    if (close == std::string_view::npos) fail(file, offset_of(file, rest), "the attribute (* is not closed");
    return at + close + 2;
  }
  static char const* skip_directive(source const& file, char const* at, char const* end) {
    auto const* stop = at + 1;
    while (stop != end && (*stop == '_' || (*stop >= 'a' && *stop <= 'z'))) ++stop;
    std::string_view const name(at + 1, static_cast<std::size_t>(stop - at - 1));
    if (!is_harmless_directive(name)) {
      fail(file, offset_of(file, {at, 1}),
           "the directive " + in_quotes({at, name.size() + 1}) + " is not supported yet");
    }
    return skip_line(stop, end);
  }
  template <class State>
  static char const* skip(State& state, char const* at, char const* end) {
    while (at != end) {
      char const next = at + 1 != end ? at[1] : '\0';
      if (is_blank(*at)) {
        ++at;
      } else if (*at == '/' && next == '/') {
        at = skip_line(at, end);
      } else if (*at == '/' && next == '*') {
        at = skip_block_comment(state.file, at, end);
      } else if (*at == '(' && next == '*') {
        at = skip_attribute(state.file, at, end);
      } else if (*at == '`') {
        at = skip_directive(state.file, at, end);
      } else {
        break;
      }
    }
    return at;
  }
};

struct name_char : pegtl::sor<pegtl::identifier_other, pegtl::one<'$'>> {};
struct plain_name : pegtl::seq<pegtl::identifier_first, pegtl::star<name_char>> {};
/// A backslash, then anything up to a blank.
struct escaped_name
    : pegtl::seq<pegtl::one<'\\'>, pegtl::plus<pegtl::not_one<' ', '\t', '\n', '\r', '\f', '\v'>>> {};
struct any_name : pegtl::sor<plain_name, escaped_name> {};

template <char C>
struct sign : pegtl::seq<pegtl::one<C>, blanks> {};
template <class String>
struct keyword : pegtl::seq<String, pegtl::not_at<name_char>, blanks> {};
/// A name with an action of its own, then blanks.
template <class Name>
struct named : pegtl::seq<Name, blanks> {
  static constexpr auto expected = Name::expected;
};
/// At least one entry; an entry that is missing is an error.
template <class Entry>
struct list_of : pegtl::seq<pegtl::must<Entry>, pegtl::star<sign<','>, pegtl::must<Entry>>> {};
/// Where one of the signs comes next, the text is refused.
template <class Refusal, char... Cs>
struct refuse : pegtl::sor<pegtl::if_must<pegtl::at<pegtl::one<Cs...>>, Refusal>, pegtl::success> {};

struct no_range : pegtl::failure {
  static constexpr auto unsupported = "a bus (range) is";
};
struct no_initial_value : pegtl::failure {
  static constexpr auto unsupported = "an assignment in a declaration is";
};
struct no_parameters : pegtl::failure {
  static constexpr auto unsupported = "'#' (parameters or delays) is";
};
struct no_instance_array : pegtl::failure {
  static constexpr auto unsupported = "an array of instances is";
};
struct no_positional : pegtl::failure {
  static constexpr auto unsupported = "a positional connection is";
};
struct no_concatenation : pegtl::failure {
  static constexpr auto unsupported = "a concatenation is";
};
struct no_constant : pegtl::failure {
  static constexpr auto unsupported = "a constant is";
};
struct no_select : pegtl::failure {
  static constexpr auto unsupported = "a bit or part select is";
};
struct no_second_module : pegtl::failure {
  static constexpr auto unsupported = "a second module is";
};

struct kw_input : keyword<TAO_PEGTL_STRING("input")> {};
struct kw_output : keyword<TAO_PEGTL_STRING("output")> {};
struct kw_inout : keyword<TAO_PEGTL_STRING("inout")> {};
struct direction : pegtl::sor<kw_input, kw_output, kw_inout> {};
struct net_kind : pegtl::sor<keyword<TAO_PEGTL_STRING("wire")>, keyword<TAO_PEGTL_STRING("tri")>> {};
struct kw_module : keyword<TAO_PEGTL_STRING("module")> {};
struct semicolon : sign<';'> {
  static constexpr auto expected = "',' or ';'";
};

// module NAME ( a, b );   or   module NAME ( input a, b, output wire c );
struct module_name : any_name {
  static constexpr auto expected = "the module's name";
};
struct header_name : any_name {
  static constexpr auto expected = "the name of a port";
};
struct header_port : pegtl::seq<pegtl::opt<direction>, pegtl::opt<net_kind>, refuse<no_range, '['>,
                                pegtl::must<named<header_name>>> {};
struct header_close : sign<')'> {
  static constexpr auto expected = "',' or ')'";
};
struct header_ports
    : pegtl::if_must<sign<'('>,
                     pegtl::sor<header_close, pegtl::seq<list_of<header_port>, pegtl::must<header_close>>>> {
};
struct header_end : sign<';'> {
  static constexpr auto expected = "';' after the module's header";
};
struct header : pegtl::seq<kw_module, pegtl::must<named<module_name>>, refuse<no_parameters, '#'>,
                           pegtl::opt<header_ports>, pegtl::must<header_end>> {
  static constexpr auto expected = "module";
};

// input a, b;   wire c;
struct port_name : header_name {};
struct wire_name : any_name {
  static constexpr auto expected = "the name of a net";
};
template <class Name>
struct declared : pegtl::seq<pegtl::must<named<Name>>, refuse<no_initial_value, '='>> {};
template <class Name>
struct names : pegtl::seq<refuse<no_range, '['>, refuse<no_parameters, '#'>, list_of<declared<Name>>,
                          pegtl::must<semicolon>> {};
struct port_declaration : pegtl::seq<direction, pegtl::opt<net_kind>, names<port_name>> {};
struct wire_declaration : pegtl::seq<net_kind, names<wire_name>> {};

// CELL name ( .pin(net), ... ), name2 ( ... );
struct net_name : any_name {};
struct net : pegtl::sor<pegtl::seq<net_name, blanks, refuse<no_select, '['>>,
                        pegtl::if_must<pegtl::at<pegtl::one<'{'>>, no_concatenation>,
                        pegtl::if_must<pegtl::at<pegtl::ranges<'0', '9', '\'', '\''>>, no_constant>> {};
struct pin_name : any_name {
  static constexpr auto expected = "the name of a pin";
};
struct pin_open : sign<'('> {
  static constexpr auto expected = "'(' after the pin";
};
struct pin_close : sign<')'> {
  static constexpr auto expected = "a net's name and ')'";
};
struct positional_start : pegtl::sor<any_name, pegtl::one<'{', '\''>, pegtl::digit> {};
struct connection
    : pegtl::sor<pegtl::if_must<sign<'.'>, named<pin_name>, pin_open, pegtl::opt<net>, pin_close>,
                 pegtl::if_must<pegtl::at<positional_start>, no_positional>> {
  static constexpr auto expected = "a connection .pin(net)";
};
struct cell_name : any_name {};
struct instance_name : any_name {
  static constexpr auto expected = "the instance's name";
};
struct instance_open : sign<'('> {
  static constexpr auto expected = "'(' after the instance's name";
};
struct instance_close : sign<')'> {
  static constexpr auto expected = "',' or ')'";
};
struct connections : pegtl::seq<pegtl::not_at<pegtl::one<')'>>, list_of<connection>> {};
struct instance
    : pegtl::must<refuse<no_parameters, '#'>, named<instance_name>, refuse<no_instance_array, '['>,
                  instance_open, pegtl::opt<connections>, instance_close> {};
struct instances : pegtl::seq<cell_name, blanks, list_of<instance>, pegtl::must<semicolon>> {};

struct module_end : keyword<TAO_PEGTL_STRING("endmodule")> {
  static constexpr auto expected = "a declaration, an instance or endmodule";
};
struct item
    : pegtl::seq<pegtl::not_at<module_end>, pegtl::sor<port_declaration, wire_declaration, instances>> {};
struct text_end : pegtl::sor<pegtl::eof, pegtl::if_must<pegtl::at<kw_module>, no_second_module>> {
  static constexpr auto expected = "the end of the file after endmodule";
};
struct file : pegtl::must<blanks, header, pegtl::star<item>, module_end, text_end> {};

}  // namespace gsta::io::detail::verilog_grammar
