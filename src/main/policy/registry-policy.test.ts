import { expect, test } from 'vitest';
import { readPolicy } from './policy.ts';
import { findRegistryPolicy, runProgram } from './registry-policy.ts';

const output = (line: string): string =>
  `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Billfold\r\n${line}\r\n\r\n`;
const found = (status: number | null, stdout = '') =>
  findRegistryPolicy(() => ({ status, stdout }));

test('E-9 on Windows the policy is the value that only administrators can write', () => {
  const ran: unknown[] = [];
  const policy = findRegistryPolicy((program, args) => {
    ran.push([program, ...args]);
    return { status: 0, stdout: output('    Policy    REG_SZ    {"updates": false}') };
  });
  const read = readPolicy(policy, null);
  expect([policy, read.ok && read.value.updates, ran]).toEqual([
    {
      kind: 'file',
      path: String.raw`HKLM\SOFTWARE\Policies\Billfold\Policy`,
      text: '{"updates": false}',
      owners: [],
      othersWrite: false,
    },
    false,
    [
      [
        String.raw`C:\Windows\System32\reg.exe`,
        ...['query', String.raw`HKLM\SOFTWARE\Policies\Billfold`, '/v', 'Policy', '/reg:64'],
      ],
    ],
  ]);
});

test.each<[string, number | null, string, string]>([
  ['reg.exe does not run', null, '', 'reg.exe ended with no code'],
  ['reg.exe fails', 5, '', 'reg.exe ended with 5'],
  ['it is a number', 0, output('    Policy    REG_DWORD    0x1'), 'no REG_SZ'],
  [
    'another value names it',
    0,
    output('    Notes    REG_SZ    Policy    REG_SZ    {}'),
    'no REG_SZ',
  ],
  ['it has other letters', 0, output('    Policy    REG_SZ    {"ü": 1}'), 'not ASCII'],
])(
  'E-9 a policy in the registry that cannot be read is refused: %s',
  (_why, status, text, code) => {
    const path = String.raw`HKLM\SOFTWARE\Policies\Billfold\Policy`;
    expect(found(status, text)).toEqual({ kind: 'unreadable', path, code });
  },
);

test('E-9 a line may end with a line feed alone', () => {
  expect(found(0, '\n    Policy    REG_SZ    {}\n')).toMatchObject({ kind: 'file', text: '{}' });
});

test('E-9 the program runs to its end, and each byte of its output becomes one character', () => {
  const code = 'process.stdout.write(Buffer.from([0xfc])); process.exitCode = 3';
  expect(runProgram(process.execPath, ['-e', code])).toMatchObject({ status: 3, stdout: 'ü' });
});

test('E-9 without a value in the registry, the user decides', () => {
  expect(found(1)).toEqual({ kind: 'none' });
});
