// `await`, printing and test tools read these names on any object.
const HARMLESS = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'asymmetricMatch',
]);

/**
 * Exposes only existing members. Access to another member throws its name, so that the app never gets an `undefined`
 * that Electron would not return.
 */
export function strict<Thing extends object>(name: string, thing: Thing): Thing {
  return new Proxy(thing, {
    get: (target, key) => {
      if (typeof key === 'string' && !(key in target) && !key.startsWith('_') && !HARMLESS.has(key))
        throw new Error(`The Electron stand-in does not support ${name}.${key}.`);
      const value: unknown = Reflect.get(target, key);
      // Bind methods to the object: a proxy does not have its private fields.
      return isMethod(value) ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
}

/** Whether a value is a method. Classes have a prototype and stay unbound, with their statics. */
function isMethod(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function' && !Object.hasOwn(value, 'prototype');
}
