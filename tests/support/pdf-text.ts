import { inflateSync } from 'node:zlib'

/**
 * The lines of each page of a PDF as our printer writes them: enough to read our own, not any
 * other.
 */
export function pdfPages(bytes: Uint8Array): string[][] {
  const objects = parseObjects(Buffer.from(bytes).toString('latin1'))
  const letters = new Map(
    [...objects].flatMap(([id, { head }]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
      return map ? [[id, parseLetters(objects.get(map)?.stream ?? '')] as const] : []
    }),
  )

  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '')?.head ?? head
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
          name,
          letters.get(id),
        ]),
      )

      return groupLines(
        objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? '',
        fonts,
      )
    })
}

type PdfObject = { head: string; stream: string }

function parseObjects(text: string): Map<string, PdfObject> {
  const found = new Map<string, PdfObject>()
  for (const [, id = '', body = ''] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', rest] = body.split(/\nstream\n/)
    const raw = rest?.replace(/\nendstream$/, '')
    const stream = raw && head.includes('FlateDecode') ? inflate(raw) : (raw ?? '')
    found.set(id, { head, stream })
  }

  return found
}

const inflate = (raw: string) => inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')

/** Glyph number to letters, from a font's ToUnicode map. */
function parseLetters(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ''], at) => {
      letters.set(
        Number.parseInt(first, 16) + at,
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
    })

  return letters
}

/** Texts of one height are one line, in the order in which they were written. */
function groupLines(
  content: string,
  fonts: ReadonlyMap<string, Map<number, string> | undefined>,
): string[] {
  const lines = new Map<string, string>()
  const texts = /1 0 0 1 [\d.]+ ([\d.]+) Tm\s+\/(F\d+) [\d.]+ Tf[\s\S]*?\[([^\]]*)\] TJ/g

  for (const [, height = '', font = '', glyphs = ''] of content.matchAll(texts)) {
    const hex = [...glyphs.matchAll(/<([0-9a-f]+)>/gi)].map(([, each]) => each).join('')
    const text = (hex.match(/.{4}/g) ?? []).map(
      (each) => fonts.get(font)?.get(Number.parseInt(each, 16)) ?? '?',
    )
    const before = lines.get(height)
    lines.set(height, before === undefined ? text.join('') : `${before} ${text.join('')}`)
  }

  return [...lines.values()]
}
