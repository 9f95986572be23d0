import { expect, test } from 'vitest';
import type { Secrets } from '../../ports.ts';

/** A keyring, and the changes a test may make to it. */
export interface SecretsUnderTest {
  readonly secrets: Secrets;
  /** Makes the keyring unavailable for the next call. */
  goAway(): void;
  comeBack(): void;
  loseKey(): void;
  rotateKey(): void;
}

/** Contract of every `Secrets`, real or not. */
export function holdSecretsContract(name: string, make: () => SecretsUnderTest): void {
  test(`T-1 ${name}: a sealed text opens, and is unreadable while sealed`, async () => {
    const { secrets } = make();
    const sealed = await secrets.seal('plain ü🦄');
    const bytes = sealed.ok ? sealed.value : new Uint8Array();
    expect([await secrets.open(bytes), Buffer.from(bytes).toString().includes('plain')]).toEqual([
      { ok: true, value: { plain: 'plain ü🦄', reseal: false } },
      false,
    ]);
  });

  test(`${name}: a keyring that is away says so, and works again when it is back`, async () => {
    const { secrets, goAway, comeBack } = make();
    const sealed = await secrets.seal('plain');
    const bytes = sealed.ok ? sealed.value : new Uint8Array();
    goAway();
    const away = [await secrets.seal('more'), await secrets.open(bytes)];
    comeBack();
    const back = await secrets.open(bytes);
    expect([away.map((result) => !result.ok && result.error.kind), back.ok]).toEqual([
      ['unavailable', 'unavailable'],
      true,
    ]);
  });

  test(`${name}: another key cannot open it, and neither can any key open rubbish`, async () => {
    const { secrets, loseKey } = make();
    const sealed = await secrets.seal('plain');
    loseKey();
    const opened = [
      await secrets.open(sealed.ok ? sealed.value : new Uint8Array()),
      await secrets.open(new Uint8Array(40)),
      await secrets.open(new Uint8Array()),
    ];
    expect(opened.map((result) => !result.ok && result.error.kind)).toEqual([
      'cannotOpen',
      'cannotOpen',
      'cannotOpen',
    ]);
  });

  test(`${name}: after a rotation the old seal opens and asks for a new one`, async () => {
    const { secrets, rotateKey } = make();
    const sealed = await secrets.seal('plain');
    rotateKey();
    expect(await secrets.open(sealed.ok ? sealed.value : new Uint8Array())).toEqual({
      ok: true,
      value: { plain: 'plain', reseal: true },
    });
  });
}
