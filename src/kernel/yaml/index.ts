/** The kernel's second door, for rooms that read YAML; apart from the first because the parser is heavy to load. */
export { readYaml, type TextPlace, type YamlFault, type YamlText } from './yaml-text.ts';
