import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const MEGABYTE = 1_000_000
const createSignatureCheck =
  (bytes: readonly number[], at = 0) =>
  (file: Buffer) =>
    bytes.every((byte, place) => file[at + place] === byte)

const FILM = { maxBytes: 4 * MEGABYTE, film: true }
const PICTURE = { maxBytes: MEGABYTE, film: false }
/** The kinds of file for the top of a page by extension, each with the check of its first bytes. */
const KINDS: Readonly<
  Record<string, typeof FILM & { type: string; matches: (file: Buffer) => boolean }>
> = {
  '.webm': { ...FILM, type: 'video/webm', matches: createSignatureCheck([0x1a, 0x45, 0xdf, 0xa3]) },
  '.mp4': {
    ...FILM,
    type: 'video/mp4',
    matches: createSignatureCheck([0x66, 0x74, 0x79, 0x70], 4),
  },
  '.jpg': { ...PICTURE, type: 'image/jpeg', matches: createSignatureCheck([0xff, 0xd8, 0xff]) },
  '.png': {
    ...PICTURE,
    type: 'image/png',
    matches: createSignatureCheck([0x89, 0x50, 0x4e, 0x47]),
  },
  '.webp': {
    ...PICTURE,
    type: 'image/webp',
    matches: createSignatureCheck([0x57, 0x45, 0x42, 0x50], 8),
  },
}

export type HeroFile = { name: string; type: string }
/** The operator's picture of a page and the films that it is the poster of. */
export type Hero = { poster: HeroFile; films: readonly HeroFile[] }

/**
 * Reads `hero/<page>.jpg` and the films of the same name; appends a sentence to `problems` for each
 * invalid file.
 */
export function readHeroes(folder: string, problems: string[]): Readonly<Record<string, Hero>> {
  if (!existsSync(folder)) return {}

  const files = readdirSync(folder).sort()
  problems.push(...files.flatMap((name) => checkHeroFile(join(folder, name), name)))

  const pages = new Set(files.map((name) => name.slice(0, -extname(name).length)))
  const heroes: Record<string, Hero> = {}

  for (const page of pages) {
    const own = Object.entries(KINDS).filter(([end]) => files.includes(page + end))
    const [poster, ...films] = own
      .sort(([, one], [, other]) => Number(one.film) - Number(other.film))
      .map(([end, { type }]) => ({ name: page + end, type }))

    if (poster && !poster.type.startsWith('video/'))
      heroes[page] = { poster, films: films.filter(({ type }) => type.startsWith('video/')) }
    else problems.push(`hero/${page}: needs a picture (${page}.jpg) as a fallback for the film`)
  }

  return heroes
}

function checkHeroFile(path: string, name: string): string[] {
  const kind = KINDS[extname(name)]
  if (!kind || !/^[a-z-]+\.[a-z0-9]+$/.test(name))
    return [
      `hero/${name}: must have the name of its page and end in ${Object.keys(KINDS).join(', ')}`,
    ]

  const file = readFileSync(path)
  if (!kind.matches(file)) return [`hero/${name}: its content doesn't match its file extension`]

  const size = (file.length / MEGABYTE).toFixed(1)

  return file.length > kind.maxBytes
    ? [
        `hero/${name}: is ${size} MB; the limit for ${kind.film ? 'a film' : 'a picture'} is ` +
          `${kind.maxBytes / MEGABYTE} MB`,
      ]
    : []
}
