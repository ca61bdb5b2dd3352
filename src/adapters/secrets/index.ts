/** The secret scanner's door. */
export { openSecretScanner, SCANNER_VERSION } from './open-secret-scanner.ts';
