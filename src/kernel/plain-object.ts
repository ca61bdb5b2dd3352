/** Tells records from everything else that JavaScript calls an object. */

/** Tells whether an object is a plain record: a literal, one from another realm, or one without a prototype. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  // Another realm's `Object.prototype` is known by ending its chain and by a method only such a prototype owns.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}
