/** Symbol rules for every parsed language. */
import { type LanguageRules, leafRule, makeRules, spaceRule, typeRule } from './symbol-rules.ts';
import type { SyntaxLanguage } from './syntax-parser.ts';

const javaRules = makeRules({
  symbols: {
    class_declaration: typeRule('class'),
    interface_declaration: typeRule('interface'),
    enum_declaration: typeRule('enum'),
    record_declaration: typeRule('record'),
    annotation_type_declaration: typeRule('annotation', { keyword: '@ ?interface' }),
    'constructor_declaration compact_constructor_declaration': leafRule('constructor'),
    'method_declaration annotation_type_element_declaration': leafRule('method'),
    variable_declarator: leafRule('field'),
    enum_constant: leafRule('member', { endsAtName: true }),
  },
  wrappers: 'field_declaration constant_declaration',
  closed: 'static_initializer block import_declaration',
});

const csharpRules = makeRules({
  symbols: {
    class_declaration: typeRule('class'),
    interface_declaration: typeRule('interface'),
    struct_declaration: typeRule('struct'),
    enum_declaration: typeRule('enum'),
    record_declaration: typeRule('record', { keyword: 'record (?:class|struct)|record' }),
    namespace_declaration: spaceRule('namespace'),
    file_scoped_namespace_declaration: leafRule('namespace', { keyword: 'namespace' }),
    constructor_declaration: leafRule('constructor'),
    'method_declaration destructor_declaration local_function_statement': leafRule('method'),
    'operator_declaration conversion_operator_declaration': leafRule('method', { anonymousName: 'operator' }),
    property_declaration: leafRule('property', { endField: 'accessors' }),
    indexer_declaration: leafRule('property', { endField: 'accessors', anonymousName: 'this' }),
    event_declaration: leafRule('event', { keyword: 'event', endField: 'accessors' }),
    delegate_declaration: leafRule('delegate', { keyword: 'delegate' }),
    variable_declarator: leafRule('field', { endsAtName: true }),
    enum_member_declaration: leafRule('member', { endsAtName: true }),
  },
  wrappers: 'field_declaration event_field_declaration variable_declaration',
  closed: 'global_statement block using_directive',
});

const goRules = makeRules({
  symbols: {
    function_declaration: leafRule('function', { keyword: 'func' }),
    method_declaration: leafRule('method', { keyword: 'func' }),
    type_spec: typeRule('type', { bodyField: 'type' }),
    type_alias: leafRule('type', { keyword: 'type', endField: 'type' }),
    const_spec: leafRule('constant', { keyword: 'const' }),
    var_spec: leafRule('variable', { keyword: 'var' }),
    field_declaration: leafRule('field', { endField: 'tag', anonymousName: '' }),
    method_elem: leafRule('method'),
  },
  wrappers: 'type_declaration const_declaration var_declaration var_spec_list',
  closed: 'import_declaration block',
});

const rustRules = makeRules({
  symbols: {
    struct_item: typeRule('struct'),
    enum_item: typeRule('enum'),
    union_item: typeRule('union'),
    trait_item: typeRule('trait'),
    impl_item: typeRule('impl', { nameField: 'type' }),
    mod_item: spaceRule('module', { keyword: 'mod' }),
    'function_item function_signature_item': leafRule('function', { memberKind: 'method', keyword: 'fn' }),
    'type_item associated_type': leafRule('type', { keyword: 'type', endField: 'type' }),
    const_item: leafRule('constant', { keyword: 'const' }),
    static_item: leafRule('variable', { keyword: 'static' }),
    field_declaration: leafRule('field'),
    enum_variant: leafRule('member'),
    macro_definition: leafRule('macro', { keyword: 'macro_rules ?!', endsAtName: true }),
  },
  wrappers: '',
  closed: 'macro_invocation use_declaration block expression_statement',
});

/** One grammar reads both C and C++. */
const cppRules = makeRules({
  symbols: {
    class_specifier: typeRule('class', { needs: 'body' }),
    struct_specifier: typeRule('struct', { needs: 'body' }),
    union_specifier: typeRule('union', { needs: 'body' }),
    enum_specifier: typeRule('enum', { keyword: 'enum (?:class|struct)|enum', needs: 'body' }),
    namespace_definition: spaceRule('namespace'),
    function_definition: leafRule('function', { memberKind: 'method', isDeclarator: true }),
    declaration: leafRule('variable', { memberKind: 'field', isDeclarator: true }),
    field_declaration: leafRule('field', { isDeclarator: true, endField: 'default_value' }),
    type_definition: leafRule('type', { keyword: 'typedef', isDeclarator: true }),
    alias_declaration: leafRule('type', { keyword: 'using', endField: 'type' }),
    concept_definition: leafRule('type', { keyword: 'concept', endsAtName: true }),
    'preproc_def preproc_function_def': leafRule('macro', { keyword: '# ?define' }),
    enumerator: leafRule('member'),
  },
  wrappers: 'template_declaration',
  closed: 'preproc_include compound_statement expression_statement using_declaration initializer_list',
});

/** TypeScript and JavaScript; their grammars agree on everything used here. */
const typescriptRules = makeRules({
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

const pythonRules = makeRules({
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

const rubyRules = makeRules({
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

const phpRules = makeRules({
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

const bashRules = makeRules({
  symbols: { function_definition: leafRule('function', { keyword: 'function' }) },
  closed: 'command pipeline variable_assignment for_statement while_statement case_statement',
});

function plainName() {
  return { member: /^[^[{]/, other: /^[^[{]/ };
}

/** Symbol rules by language. */
export const languageRules: Readonly<Record<SyntaxLanguage, LanguageRules>> = {
  bash: bashRules,
  c: cppRules,
  cpp: cppRules,
  csharp: csharpRules,
  go: goRules,
  java: javaRules,
  javascript: typescriptRules,
  php: phpRules,
  python: pythonRules,
  ruby: rubyRules,
  rust: rustRules,
  tsx: typescriptRules,
  typescript: typescriptRules,
};
