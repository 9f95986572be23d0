// Looked at by `await`, by printing and by test tools on any object; asking for them is not using them.
const HARMLESS = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'asymmetricMatch',
]);

/**
 * Hands out only what is there: anything else of Electron throws with its name, so that the app never
 * meets an `undefined` that the real thing would not have given it.
 */
export function strict<Thing extends object>(name: string, thing: Thing): Thing {
  return new Proxy(thing, {
    get: (target, key) => {
      if (typeof key === 'string' && !(key in target) && !key.startsWith('_') && !HARMLESS.has(key))
        throw new Error(`The Electron stand-in does not support ${name}.${key}.`);
      const value: unknown = Reflect.get(target, key);
      // Methods are tied to the thing itself, whose private fields a proxy does not have.
      return isMethod(value) ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
}

/** Classes have a prototype and stay as they are, with their statics. */
function isMethod(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function' && !Object.hasOwn(value, 'prototype');
}
