import { use, type Context } from 'react';

/** The value of a context. @throws Error outside its provider */
export function useWithin<Value>(context: Context<Value | null>): Value {
  const value = use(context);
  if (value === null) throw new Error('no provider');
  return value;
}
