/** The symbols of TypeScript, JavaScript, Python, Ruby, PHP and shell scripts. */
import { leafRule, makeRules, spaceRule, typeRule } from './symbol-rules.ts';

/** The rules of TypeScript and JavaScript, whose grammars agree in all that is looked at. */
export const typescriptRules = makeRules({
  symbols: {
    'class_declaration abstract_class_declaration class': typeRule('class'),
    interface_declaration: typeRule('interface'),
    enum_declaration: typeRule('enum'),
    type_alias_declaration: leafRule('type', { keyword: 'type' }),
    internal_module: spaceRule('namespace'),
    module: spaceRule('module', { keyword: 'module|namespace' }),
    'function_declaration generator_function_declaration function_signature': leafRule('function', {
      keyword: 'function(?: ?\\*)?',
    }),
    'method_definition method_signature abstract_method_signature': leafRule('method'),
    'public_field_definition property_signature': leafRule('field'),
    field_definition: leafRule('field', { nameField: 'property' }),
    variable_declarator: leafRule('variable', { keyword: 'const|let|var', namePattern: plainName() }),
    assignment_expression: leafRule('function', { nameField: 'left', needs: 'function-value' }),
    'function_expression arrow_function generator_function': leafRule('function', {
      keyword: 'function(?: ?\\*)?',
      within: 'export_statement',
    }),
    enum_assignment: leafRule('member'),
    property_identifier: leafRule('member', { within: 'enum_body', nameField: '' }),
  },
  wrappers: 'export_statement ambient_declaration lexical_declaration variable_declaration',
  closed:
    'object array template_string binary_expression new_expression await_expression for_statement for_in_statement while_statement do_statement switch_statement jsx_element string regex import_statement',
});

/** The rules of Python. */
export const pythonRules = makeRules({
  symbols: {
    class_definition: typeRule('class'),
    function_definition: leafRule('function', { memberKind: 'method', keyword: 'def' }),
    type_alias_statement: leafRule('type', { keyword: 'type', nameField: 'left', endField: 'right' }),
    assignment: leafRule('variable', {
      memberKind: 'field',
      nameField: 'left',
      endField: 'right',
      namePattern: { member: /^[^\W\d]\w*$/u, other: /^[A-Z_][A-Z\d_]*$|^__\w+__$/ },
    }),
  },
  wrappers: 'decorated_definition',
  closed:
    'call list dictionary set tuple binary_operator list_comprehension dictionary_comprehension for_statement while_statement match_statement string',
});

/** The rules of Ruby. */
export const rubyRules = makeRules({
  symbols: {
    class: typeRule('class'),
    singleton_class: typeRule('class', { nameField: 'value' }),
    module: typeRule('module'),
    'method singleton_method': leafRule('function', { memberKind: 'method', keyword: 'def' }),
    assignment: leafRule('constant', {
      nameField: 'left',
      endField: 'right',
      namePattern: { member: /^\p{Lu}/u, other: /^\p{Lu}/u },
    }),
  },
  wrappers: 'call argument_list',
  closed: 'do_block block array hash string lambda binary while for case',
});

/** The rules of PHP. */
export const phpRules = makeRules({
  symbols: {
    class_declaration: typeRule('class'),
    interface_declaration: typeRule('interface'),
    trait_declaration: typeRule('trait'),
    enum_declaration: typeRule('enum'),
    namespace_definition: spaceRule('namespace', { anonymousName: 'global' }),
    'function_definition method_declaration': leafRule('function', {
      memberKind: 'method',
      keyword: 'function(?: &)?',
    }),
    property_element: leafRule('field', { endField: 'default_value' }),
    const_element: leafRule('constant', { keyword: 'const', endsAtName: true }),
    enum_case: leafRule('member', { keyword: 'case' }),
  },
  wrappers: 'property_declaration const_declaration',
  closed:
    'expression_statement echo_statement while_statement for_statement foreach_statement switch_statement',
});

/** The rules of shell scripts. */
export const bashRules = makeRules({
  symbols: { function_definition: leafRule('function', { keyword: 'function' }) },
  closed: 'command pipeline variable_assignment for_statement while_statement case_statement',
});

function plainName() {
  return { member: /^[^[{]/, other: /^[^[{]/ };
}
