import { DEFAULT, type Explanation } from './mutants-explained.ts';

/** Explanations as in `mutants-explained.ts`, for sign-in, secrets, policy, updates and network. */
export const explainedInSecrets: Readonly<Record<string, readonly Explanation[]>> = {
  'src/main/auth/token-store.ts': [
    [
      'A reading without content gives undefined, which has no connection either.',
      "const stored = reading.kind === 'content' ? reading.content : null;",
      '22 true',
    ],
    [
      'Only the save that took effect has this number, and it asks no more.',
      'const mayWrite = (): boolean => number > disk.done && isCurrent();',
      '35 number >= disk.done',
    ],
  ],
  'src/main/auth/token-refresher.ts': [
    [
      'A pause follows a failure.',
      "if (verdict === 'paused') return tokenOrError(holder, refused, state.failure?.error);",
      '71 state.failure.error',
    ],
    [
      'A state without tokens gives undefined, which reads like null.',
      "return state.kind === 'ready' ? state.tokens : null;",
      '10 true',
    ],
    [
      'Only tokens with a refresh token are refreshed.',
      "const given = await deps.refresh(tokens.refreshToken ?? '');",
      `59 ${DEFAULT}`,
    ],
    [
      'Only an OAuth error has this field.',
      "if (given.error.kind === 'oauthError' && given.error.isOver)",
      '9 true',
    ],
  ],
  'src/main/auth/token-life.ts': [
    [
      'No caller asks for this answer by its name.',
      "return failure && now.elapsedMs < failure.untilElapsedMs ? 'paused' : 'due';",
      '73 ""',
    ],
    [
      'No caller asks for this answer by its name.',
      "return leftMs <= Math.min(REFRESH_EARLY_MS, tokens.lifetimeMs / 2) ? 'due' : 'fresh';",
      '72 ""',
    ],
    [
      'Null is below each generation.',
      'return refused !== null && refused >= tokens.generation;',
      '10 true',
    ],
  ],
  'src/main/auth/token-endpoint.ts': [
    ['Neither text is JSON.', "const body = bodyOf(text ?? '');", `31 ${DEFAULT}`],
    [
      'No field of a token answer is within another.',
      "const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'body').join(', ');",
      '69 ""',
    ],
  ],
  'src/main/auth/data-keys.ts': [
    ['Only a change of the number counts.', 'store.destroyed += 1;', '7 store.destroyed -= 1'],
  ],
  'src/main/auth/loopback-listener.ts': [
    [
      'Only processes of a cluster share ports.',
      'server.listen({ host: address, port, exclusive: true }, () =>',
      '53 false',
    ],
    ['A port that is closed shows no page.', 'if (wait.settled !== null) return;', '7 false'],
    [
      'Any other end closes the port at once.',
      "const answered = end.kind === 'code' || end.kind === 'error';",
      '20 true',
    ],
    [
      'A port that is closed shows no page.',
      "wait.settled = answered ? end.kind : 'over';",
      '40 ""',
    ],
    [
      'Any other end closes the port at once.',
      'if (answered) void clock.sleep(limits.lingerMs, wait.closing.signal).then(() => close(wait));',
      '7 true',
    ],
    ['Each request has a method.', "method: incoming.method ?? '',", `32 ${DEFAULT}`],
    ['Each request has a target.', "target: incoming.url ?? '',", `29 ${DEFAULT}`],
    [
      'Neither is a host of the listener.',
      "hosts: incoming.headersDistinct['host'] ?? [],",
      '48 ["Stryker was here"]',
    ],
    [
      'The server of Node listens for errors of a connection too, and closes it.',
      "socket.on('error', () => drop(socket));",
      '15 ""',
      '24 () => undefined',
    ],
    [
      'No connection arrives at a closed port.',
      'if (closing.aborted) return drop(socket);',
      '9 false',
    ],
    [
      'Two destinations are no tab, however they are joined.',
      "destination: destination ? destination.join(',') : null,",
      '49 ""',
    ],
  ],
  'src/main/auth/callback-page.ts': [
    [
      'An answer to a connection that takes none closes it as well.',
      'if (!socket.writable) return void socket.destroy();',
      '7 false',
    ],
    [
      'The other side closes a connection that ended, and the limit of a connection does.',
      String.raw`socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>`,
      '92 () => undefined',
    ],
  ],
  'src/main/policy/policy.ts': [
    ['Billfold reads the file once; an open handle makes no difference.', '} finally {', '15 {}'],
    [
      'Billfold reads the file once; an open handle makes no difference.',
      'closeSync(file);',
      '7 ;',
    ],
    [
      'Each error of the file system has a code.',
      "const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';",
      '18 true',
      "18 thrown instanceof Error || 'code' in thrown",
      '86 ""',
    ],
    [
      'This text is no certificate.',
      'const certificates = text.value.match(PEM_CERTIFICATE) ?? [];',
      '61 ["Stryker was here"]',
    ],
    ['A function without a return gives undefined as well.', '} catch {', '11 {}'],
    [
      'An error has an issue.',
      "const place = issue?.path.join('.') ?? '';",
      '17 issue.path',
      `42 ${DEFAULT}`,
    ],
    [
      'An error has an issue.',
      "if (issue?.code !== 'unrecognized_keys') return wrongValue(place);",
      '7 issue.code',
    ],
  ],
  'src/main/policy/registry-policy.ts': [
    [
      'Only Windows has a window to hide.',
      "spawnSync(program, args, { encoding: 'latin1', windowsHide: true, timeout: 10_000 });",
      '63 false',
    ],
  ],
  'src/main/network/connect.ts': [
    [
      'An entry that is not empty has a kind, and neither text is a place.',
      String.raw`const [kind = '', place = ''] = entry.split(/\s+/);`,
      `21 ${DEFAULT}`,
      `33 ${DEFAULT}`,
    ],
    [
      'A way that is neither direct nor unsupported is a proxy.',
      "return url === null ? { kind: 'unsupported' } : { kind: 'proxy', url };",
      '63 ""',
    ],
    ['Node has closed the connection of a step that failed.', 'socket.destroy();', '5 ;'],
    [
      'A host has brackets only around it.',
      String.raw`return { protocol, port, hostname: hostname.replace(/^\[|\]$/g, '') };`,
      String.raw`55 /\[|\]$/g`,
      String.raw`55 /^\[|\]/g`,
    ],
  ],
  'src/main/network/network-fetch.ts': [
    [
      'No code reads this text.',
      "if (isSent) throw Object.assign(new Error('not sent again'), { code: 'SENT_ONCE' });",
      '47 ""',
    ],
    [
      'Neither text has a comma.',
      "const isCompressedOnce = !String(headers['content-encoding'] ?? '').includes(',');",
      `69 ${DEFAULT}`,
    ],
    [
      'The handler of fetch has this function.',
      'if (isCompressedOnce) handler.onResponseStart?.call(guarded, controller, status, headers, text);',
      '27 handler.onResponseStart.call',
    ],
    [
      'The line of a status is longer than the part to read.',
      'if (bytes.length < STATUS_LENGTH) return true;',
      '7 bytes.length <= STATUS_LENGTH',
    ],
    [
      'A bound on memory; a byte more or less changes nothing.',
      'return INTERIM.test(status) && bytes.length <= MAX_HEAD_BYTES;',
      '34 bytes.length < MAX_HEAD_BYTES',
    ],
    [
      'No code reads this text.',
      "else controller.abort(Object.assign(new Error('compressed twice'), { code: 'PACKED_TWICE' }));",
      '51 ""',
    ],
    ['No request is one byte long.', 'let answeredAt = -1;', '20 +1'],
  ],
  'src/main/updates/download.ts': [
    [
      'Each further try of an aborted download fails at once.',
      'if (deps.signal.aborted) return tried;',
      '9 false',
    ],
    [
      'An empty file is emptied.',
      'if (isFirst && status !== 206 && got > 0) {',
      '38 true',
      '38 got >= 0',
    ],
    [
      'An exception here counts as interrupted, too.',
      "if (body === null) return fail('interrupted');",
      '9 false',
    ],
    [
      'Neither text is an address.',
      "address = URL.parse(location, address)?.href ?? '';",
      `53 ${DEFAULT}`,
    ],
  ],
  'src/main/updates/download-folder.ts': [
    [
      'An entry without a name is not removed.',
      'const entries = found.ok ? found.value : [];',
      '48 ["Stryker was here"]',
    ],
  ],
  'src/main/updates/updater.ts': [
    [
      'Without a server updates are off.',
      "if (feed === null || (kind !== 'checking' && kind !== 'ready')) return;",
      '7 false',
    ],
  ],
};
