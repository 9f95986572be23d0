/**
 * Writes what .deb and .rpm install outside Billfold's own folder: license, changes, and the software
 * center's entry.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readChangelog } from '../../src/base/changelog.ts';
import type { BuildInputs } from './build-inputs.ts';

const root = resolve(import.meta.dirname, '../..');
/**
 * Component ID. AppStream takes an ID that ends in .desktop, such as the bundle ID on macOS, for a file name.
 */
const COMPONENT = 'app.billfold.billfold';

/** @param folder becomes `/` */
export function writeLinuxFiles(folder: string, inputs: BuildInputs): void {
  const text = (name: string): string => readFileSync(join(root, name), 'utf8');
  const notes = notesOf(text('CHANGELOG.md'), inputs.version);
  const notesInGerman = notesOf(text('CHANGELOG.de.md'), inputs.version);
  const files: Readonly<Record<string, string | Buffer>> = {
    'usr/share/doc/billfold/copyright': copyrightOf(text('LICENSE'), inputs),
    'usr/share/doc/billfold/changelog.gz': gzipSync(debianChangelog(inputs, notes), { level: 9 }),
    [`usr/share/metainfo/${COMPONENT}.metainfo.xml`]: metainfoOf(inputs, notes, notesInGerman),
    'usr/share/lintian/overrides/billfold': LINTIAN_OVERRIDES,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/**
 * Notes of a version. One that the changelog lacks, such as a trial build, gets the notes of the next
 * version.
 */
function notesOf(changelog: string, version: string): readonly string[] {
  const versions = readChangelog(changelog);
  return (versions.find((each) => each.version === version) ?? versions[0])?.notes ?? [];
}

/** Debian's machine-readable copyright format 1.0. */
export function copyrightOf(license: string, { homepage, maintainer }: BuildInputs): string {
  const [, copyright = '', ...text] = license.trim().split('\n\n');
  const legal = '/opt/Billfold/resources/legal';
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Billfold
Upstream-Contact: ${maintainer}
${homepage === null ? '' : `Source: ${homepage}\n`}Comment: Electron and Chromium make up most of this package. Their notices are
 /opt/Billfold/LICENSE.electron.txt and /opt/Billfold/LICENSES.chromium.html.
 Packages bundled into resources/app.asar: ${legal}/NOTICES.txt,
 and as a list in CycloneDX: ${legal}/sbom.cdx.json.

Files: *
Copyright: ${copyright.replace('Copyright (c) ', '')}
License: Expat

Files: opt/Billfold/*
Copyright: The Electron contributors, GitHub Inc., The Chromium Authors
License: Expat and Chromium
Comment: Without opt/Billfold/resources, which is Billfold's own.

Files: opt/Billfold/resources/*
Copyright: ${copyright.replace('Copyright (c) ', '')}
License: Expat

License: Expat
${text.map((paragraph) => paragraph.replaceAll(/^/gm, ' ')).join('\n .\n')}

License: Chromium
 BSD-3-Clause, and the licenses of the parts that Chromium contains: see
 /opt/Billfold/LICENSES.chromium.html.
`;
}

/** Debian's changelog format (Policy 4.4). It has one entry, because the dates of others are unknown here. */
export function debianChangelog(inputs: BuildInputs, notes: readonly string[]): string {
  const { version, maintainer, madeAt } = inputs;
  const date = new Date(madeAt * 1000).toUTCString().replace('GMT', '+0000');
  const bullets = notes.map((note) => wrapped(note, '  * ', '    ')).join('\n');
  return `billfold (${version.replace('-', '~')}) stable; urgency=medium

${bullets}

 -- ${maintainer}  ${date}
`;
}

/** @see https://www.freedesktop.org/software/appstream/docs/chap-Metadata.html */
export function metainfoOf(
  { version, homepage, madeAt }: BuildInputs,
  notes: readonly string[],
  notesInGerman: readonly string[],
): string {
  const items = (lines: readonly string[], language: string): string =>
    lines.map((line) => `          <li${language}>${escaped(plain(line))}</li>\n`).join('');
  const date = new Date(madeAt * 1000).toISOString().slice(0, 10);
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${COMPONENT}</id>
  <name>Billfold</name>
  <summary>Review and approve vendor bills, with or without a network</summary>
  <summary xml:lang="de">Lieferantenrechnungen prüfen und freigeben, mit und ohne Netz</summary>
  <metadata_license>MIT</metadata_license>
  <project_license>MIT</project_license>
  <developer id="app.billfold">
    <name>The Billfold authors</name>
  </developer>
  <description>
    <p>Billfold is for people who review and approve vendor bills. Sign in to your accounting service once; your bills are on your computer, searchable, online and offline.</p>
    <p xml:lang="de">Billfold ist für alle, die Lieferantenrechnungen prüfen und freigeben. Melden Sie sich einmal bei Ihrem Buchhaltungsdienst an; Ihre Rechnungen sind dann auf Ihrem Computer, durchsuchbar, online und offline.</p>
    <p>Approvals are saved and sent when you are online, and held back when a bill is no longer what you approved.</p>
    <p xml:lang="de">Freigaben werden gespeichert und gesendet, sobald Sie online sind, und zurückgehalten, wenn eine Rechnung nicht mehr ist, was Sie freigegeben haben.</p>
  </description>
  <launchable type="desktop-id">billfold.desktop</launchable>
  <provides>
    <binary>billfold</binary>
    <mediatype>x-scheme-handler/billfold</mediatype>
  </provides>
  <categories>
    <category>Office</category>
    <category>Finance</category>
  </categories>
${homepage === null ? '' : `  <url type="homepage">${escaped(homepage)}</url>\n`}  <supports>
    <control>pointing</control>
    <control>keyboard</control>
  </supports>
  <content_rating type="oars-1.1" />
  <releases>
    <release version="${version.replace('-', '~')}" date="${date}">
      <description>
        <ul>
${items(notes, '')}${items(notesInGerman, ' xml:lang="de"')}        </ul>
      </description>
    </release>
  </releases>
</component>
`;
}

/** Lintian overrides: a package outside Debian may contain Electron as its makers build it. */
const LINTIAN_OVERRIDES = `# Electron's programs and libraries are packaged as they are released.
billfold: dir-or-file-in-opt
billfold: embedded-library
billfold: unstripped-binary-or-object
# The scripts that electron-builder makes.
billfold: command-with-path-in-maintainer-script
billfold: maintainer-script-ignores-errors
billfold: postrm-removes-alternative
`;

function wrapped(text: string, first: string, next: string): string {
  const MAX_CHARACTERS = 78;
  const lines = [first];
  for (const word of plain(text).split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < MAX_CHARACTERS || line.trim() === '')
      lines[lines.length - 1] = line.endsWith(' ') ? line + word : `${line} ${word}`;
    else lines.push(next + word);
  }
  return lines.join('\n');
}

/** Text without Markdown's emphasis. */
const plain = (text: string): string => text.replaceAll(/(?<!\w)_([^_]+)_(?!\w)/g, '$1');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
