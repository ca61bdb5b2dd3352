/** Public entry point to the secret scanner. */
export { openSecretScanner, SCANNER_VERSION } from './open-secret-scanner.ts';
