/** Copies of plain data, so that a layer can change its own without anybody else seeing it. */
import { isRecordedHere } from './recorded-artifact.ts';

/** Copies records and lists at any depth; everything else is shared, and so are artifacts that nobody can change. */
export function copyData<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyData) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  if (Object.isFrozen(value) && isRecordedHere(value)) return value;
  const copy = { ...value };
  for (const key of Object.keys(copy) as (keyof typeof copy)[]) {
    const item = copy[key];
    if (typeof item === 'object' && item !== null) copy[key] = copyData(item);
  }
  return copy;
}
