#pragma once

#include "gsta/io/detail/verilog_lexis.ipp"

/// Structural Verilog. Constructs that are not read have a rule of their own, so that the error can name
/// them.
namespace gsta::io::detail::verilog_grammar {

struct no_array : pegtl::failure {
  static constexpr auto unsupported = "an array of nets is";
};
struct no_port_value : pegtl::failure {
  static constexpr auto unsupported = "an assignment in the declaration of a port is";
};
struct no_delay : pegtl::failure {
  static constexpr auto unsupported = "'#' (a delay) in a declaration is";
};
struct no_instance_array : pegtl::failure {
  static constexpr auto unsupported = "an array of instances is";
};
struct no_second_select : pegtl::failure {
  static constexpr auto unsupported = "a select of a select is";
};
struct no_operator : pegtl::failure {
  static constexpr auto unsupported = "an operator is";
  static std::string hint(char const* at, char const* end) {
    return ": " + in_quotes(operator_at(at, end)) + unmapped_hint;
  }
};
struct no_variable : pegtl::failure {
  static constexpr auto unsupported = "a variable (reg) is";
};

struct kw_input : keyword<TAO_PEGTL_STRING("input")> {};
struct kw_output : keyword<TAO_PEGTL_STRING("output")> {};
struct kw_inout : keyword<TAO_PEGTL_STRING("inout")> {};
struct direction : pegtl::sor<kw_input, kw_output, kw_inout> {};
struct kw_wire : pegtl::sor<keyword<TAO_PEGTL_STRING("wire")>, keyword<TAO_PEGTL_STRING("tri")>> {};
struct kw_wired : pegtl::sor<keyword<TAO_PEGTL_STRING("wand")>, keyword<TAO_PEGTL_STRING("wor")>,
                             keyword<TAO_PEGTL_STRING("triand")>, keyword<TAO_PEGTL_STRING("trior")>> {};
struct kw_pulled : pegtl::sor<keyword<TAO_PEGTL_STRING("tri0")>, keyword<TAO_PEGTL_STRING("tri1")>> {};
struct kw_supply0 : keyword<TAO_PEGTL_STRING("supply0")> {};
struct kw_supply1 : keyword<TAO_PEGTL_STRING("supply1")> {};
struct net_kind : pegtl::sor<kw_wire, kw_supply0, kw_supply1, kw_wired, kw_pulled> {};
struct qualifiers
    : pegtl::star<pegtl::sor<keyword<TAO_PEGTL_STRING("signed")>, keyword<TAO_PEGTL_STRING("vectored")>,
                             keyword<TAO_PEGTL_STRING("scalared")>>> {};
struct refuse_variable
    : pegtl::sor<pegtl::if_must<pegtl::at<keyword<TAO_PEGTL_STRING("reg")>>, no_variable>, pegtl::success> {};
struct semicolon : sign<';'> {
  static constexpr auto expected = "',' or ';'";
};

// [7:0]
struct range_from : number_expression {
  static constexpr auto expected = "a number, the range's left bit";
};
struct range_colon : sign<':'> {
  static constexpr auto expected = "':' in the range";
};
struct range_to : number_expression {
  static constexpr auto expected = "a number, the range's right bit";
};
struct range_close : sign<']'> {
  static constexpr auto expected = "']'";
};
struct range : pegtl::if_must<sign<'['>, named<range_from>, range_colon, named<range_to>, range_close> {};
struct kind_and_range : pegtl::seq<pegtl::opt<net_kind>, refuse_variable, qualifiers, pegtl::opt<range>> {};

// a   a[3]   a[7:4]   4'hf   { a, 2{ b[0] } }
struct expression;
struct net_name : any_name {};
struct select_from : number_expression {
  static constexpr auto expected = "the number of a bit";
};
struct select_to : number_expression {
  static constexpr auto expected = "the number of a bit";
};
struct select_close : sign<']'> {
  static constexpr auto expected = "':' or ']'";
};
struct select
    : pegtl::if_must<sign<'['>, named<select_from>, pegtl::opt<pegtl::if_must<sign<':'>, named<select_to>>>,
                     select_close, refuse<no_second_select, '['>> {};
struct net_reference : pegtl::seq<net_name, blanks, pegtl::opt<select>> {};

/// 12   4'b01xz   'h3   8'sd5   -1'b1
struct constant : by_hand<constant> {
  static char const* skip_blanks(char const* at, char const* end) noexcept {
    while (at != end && (*at == ' ' || *at == '\t')) ++at;
    return at;
  }
  static char const* skip_digits(char const* at, char const* end) noexcept {
    while (at != end && (is_name_char(*at) || *at == '?')) ++at;
    return at;
  }
  template <class State>
  static char const* skip(State&, char const* at, char const* end) noexcept {
    if (at != end && (*at == '-' || *at == '+')) at = skip_blanks(at + 1, end);
    auto const* const size = at;
    while (at != end && (is_digit(*at) || *at == '_')) ++at;
    auto const* const quote = skip_blanks(at, end);
    if (quote == end || *quote != '\'') return at == size ? nullptr : at;
    auto const* const base = quote + 1;
    auto const* const digits = skip_digits(base, end);
    bool const is_base_alone = digits - base == 1 || (digits - base == 2 && (*base == 's' || *base == 'S'));
    return is_base_alone ? skip_digits(skip_blanks(digits, end), end) : digits;
  }
};
struct open_brace : sign<'{'> {};
struct close_brace : sign<'}'> {
  static constexpr auto expected = "',' or '}'";
};
struct close_repeated : sign<'}'> {
  static constexpr auto expected = "',' or '}'";
};
/// Looks ahead for the brace: a constant begins with digits too.
struct repeat_count : pegtl::seq<pegtl::plus<pegtl::digit>, blanks, pegtl::at<pegtl::one<'{'>>> {};
struct repeated : pegtl::seq<repeat_count, open_brace, list_of<expression>, pegtl::must<close_repeated>> {};
struct concatenation : pegtl::if_must<open_brace, pegtl::sor<repeated, list_of<expression>>, close_brace> {};
struct refuse_operator
    : refuse<no_operator, '&', '|', '^', '~', '?', '+', '-', '*', '/', '<', '>', '=', '!', '%', '('> {};
struct expression
    : pegtl::seq<pegtl::sor<net_reference, pegtl::seq<constant, blanks>, concatenation,
                            pegtl::if_must<pegtl::at<pegtl::one<'~', '&', '|', '^', '!', '-', '+', '('>>,
                                           no_operator>>,
                 refuse_operator> {
  static constexpr auto expected = "a net, a constant or a concatenation";
};

// module NAME ( a, b );   or   module NAME ( input [3:0] a, b, output wire c );
struct kw_module : pegtl::sor<keyword<TAO_PEGTL_STRING("module")>, keyword<TAO_PEGTL_STRING("macromodule")>> {
};
struct module_name : any_name {
  static constexpr auto expected = "the module's name";
};
struct module_parameters : delay_or_parameters {};
struct header_name : any_name {
  static constexpr auto expected = "the name of a port";
};
struct outer_name : header_name {};
struct outer_open : sign<'('> {
  static constexpr auto expected = "'(' after the port";
};
struct outer_close : sign<')'> {
  static constexpr auto expected = "a net's name and ')'";
};
/// .lo(a[1:0])   { a, b }   a[1:0]   a
struct named_port : pegtl::if_must<sign<'.'>, named<outer_name>, outer_open,
                                   pegtl::opt<pegtl::sor<net_reference, concatenation>>, outer_close> {};
struct listed_port : pegtl::seq<pegtl::must<named<header_name>>, pegtl::opt<select>> {};
struct header_port
    : pegtl::seq<pegtl::opt<direction>, kind_and_range, pegtl::sor<named_port, concatenation, listed_port>,
                 refuse<no_port_value, '='>> {};
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
struct header : pegtl::seq<kw_module, pegtl::must<named<module_name>>, pegtl::opt<module_parameters, blanks>,
                           pegtl::opt<header_ports>, pegtl::must<header_end>> {
  static constexpr auto expected = "module";
};

// input [3:0] a, b;   wire c, d = a[0];
struct port_name : header_name {};
struct wire_name : any_name {
  static constexpr auto expected = "the name of a net";
};
struct initial_sign : sign<'='> {};
struct initial_value : pegtl::if_must<initial_sign, expression> {};
struct declared_port : pegtl::seq<pegtl::must<named<port_name>>, refuse<no_port_value, '='>> {};
struct declared_wire
    : pegtl::seq<pegtl::must<named<wire_name>>, refuse<no_array, '['>, pegtl::opt<initial_value>> {};
struct port_declaration : pegtl::seq<direction, kind_and_range, refuse<no_delay, '#'>, list_of<declared_port>,
                                     pegtl::must<semicolon>> {};
struct wire_declaration : pegtl::seq<net_kind, qualifiers, pegtl::opt<range>, refuse<no_delay, '#'>,
                                     list_of<declared_wire>, pegtl::must<semicolon>> {};

// assign a = b, { c, d } = 2'b01;
struct assign_delay : delay_or_parameters {};
struct assign_target : pegtl::sor<net_reference, concatenation> {
  static constexpr auto expected = "a net, a select or a concatenation of them";
};
struct assign_sign : sign<'='> {
  static constexpr auto expected = "'='";
};
struct assigned : pegtl::must<assign_target, assign_sign, expression> {};
struct assignment : pegtl::if_must<keyword<TAO_PEGTL_STRING("assign")>, pegtl::opt<assign_delay, blanks>,
                                   list_of<assigned>, semicolon> {};

// What is counted and passed over.
struct kw_parameter
    : pegtl::sor<keyword<TAO_PEGTL_STRING("parameter")>, keyword<TAO_PEGTL_STRING("localparam")>,
                 keyword<TAO_PEGTL_STRING("defparam")>> {};
struct parameter_statement : pegtl::if_must<kw_parameter, to_semicolon, semicolon> {};
struct kw_specify : keyword<TAO_PEGTL_STRING("specify")> {};
struct specify_block : pegtl::if_must<kw_specify, to_end_of_specify, blanks> {};

// CELL #(...) name ( .pin(net), ... ), name2 ( net, ... );
struct pin_name : any_name {
  static constexpr auto expected = "the name of a pin";
};
struct pin_open : sign<'('> {
  static constexpr auto expected = "'(' after the pin";
};
struct pin_close : sign<')'> {
  static constexpr auto expected = "a net's name and ')'";
};
struct connection : pegtl::if_must<sign<'.'>, named<pin_name>, pin_open, pegtl::opt<expression>, pin_close> {
  static constexpr auto expected = "a connection .pin(net)";
};
struct positional : pegtl::opt<expression> {};
struct cell_name : any_name {};
struct cell_parameters : delay_or_parameters {};
struct instance_name : any_name {
  static constexpr auto expected = "the instance's name";
};
struct instance_open : sign<'('> {
  static constexpr auto expected = "'(' after the instance's name";
};
struct instance_close : sign<')'> {
  static constexpr auto expected = "',' or ')'";
};
struct connections
    : pegtl::sor<pegtl::at<pegtl::one<')'>>, pegtl::seq<pegtl::at<pegtl::one<'.'>>, list_of<connection>>,
                 list_of<positional>> {};
struct instance : pegtl::must<named<instance_name>, refuse<no_instance_array, '['>, instance_open,
                              connections, instance_close> {};
struct instances : pegtl::seq<cell_name, blanks, pegtl::opt<cell_parameters, blanks>, list_of<instance>,
                              pegtl::must<semicolon>> {};

struct module_end : keyword<TAO_PEGTL_STRING("endmodule")> {
  static constexpr auto expected = "a declaration, an instance or endmodule";
};
struct stray_semicolon : sign<';'> {};
/// Statements that were read beforehand.
struct known_statements : by_hand<known_statements> {
  template <class State>
  static char const* skip(State& state, char const* at, char const*) {
    return state.take_runs(at);
  }
};
struct item
    : pegtl::seq<pegtl::not_at<module_end>,
                 pegtl::sor<pegtl::seq<known_statements, blanks>, wire_declaration, port_declaration,
                            assignment, parameter_statement, specify_block, stray_semicolon, instances>> {};
struct module_text : pegtl::seq<header, pegtl::must<pegtl::star<item>, module_end>> {
  static constexpr auto expected = "module";
};
struct text_end : pegtl::eof {
  static constexpr auto expected = "module or the end of the file after endmodule";
};
struct file : pegtl::must<blanks, module_text, pegtl::star<module_text>, text_end> {};

}  // namespace gsta::io::detail::verilog_grammar
