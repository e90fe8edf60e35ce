import { inflateSync } from 'node:zlib'

/**
 * The lines of each page of a PDF as our printer writes them: enough to read our own, not any
 * other.
 */
export const pdfPages = (bytes: Uint8Array): string[][] =>
  readPages(bytes).map(({ content, fonts }) => groupLines(content, fonts))

/** An element of a tagged PDF with the texts below it, as a screen reader reads them. */
export type PdfElement = {
  type: string
  text: string
  /** The dictionary of the element, as it is written. */
  head: string
  children: PdfElement[]
}

/** Returns the structure of a PDF as our printer writes it, and texts that are outside of it. */
export function readPdfStructure(bytes: Uint8Array): { document: PdfElement; untagged: string[] } {
  const objects = parseObjects(Buffer.from(bytes).toString('latin1'))
  const pages = readPages(bytes)
  const texts = new Map(
    pages.flatMap(({ id, content, fonts }) =>
      [...content.matchAll(/\/\w+ <<\s*\/MCID (\d+)\s*>> BDC([\s\S]*?)\nEMC/g)].map(
        ([, mcid, marked = '']) => [`${id} ${mcid}`, readText(marked, fonts)] as const,
      ),
    ),
  )

  const readElement = (id: string): PdfElement => {
    const { head } = objects.get(id) ?? { head: '' }
    const [, type = ''] = /\/S \/(\w+)/.exec(head) ?? []
    const [, page = ''] = /\/Pg (\d+) 0 R/.exec(head) ?? []
    const [, kids = ''] = /\/K \[([^\]]*)\]/.exec(head) ?? []
    const children = [...kids.matchAll(/(\d+) 0 R/g)].map(([, kid = '']) => readElement(kid))
    const own = (kids.replace(/\d+ 0 R/g, '').match(/\d+/g) ?? []).map(
      (mcid) => texts.get(`${page} ${mcid}`) ?? '?',
    )

    return { type, head, children, text: [...own, ...children.map(({ text }) => text)].join(' ') }
  }

  const root = [...objects.values()].find(({ head }) => head.includes('/Type /StructTreeRoot'))
  const [, first = ''] = /\/K \[(\d+) 0 R/.exec(root?.head ?? '') ?? []

  return {
    document: readElement(first),
    untagged: pages.flatMap(({ content, fonts }) => {
      const rest = content.replace(/\/\w+ (<<[^>]*>> BDC|BMC)[\s\S]*?\nEMC/g, '')
      return groupLines(rest, fonts)
    }),
  }
}

type Fonts = ReadonlyMap<string, Map<number, string> | undefined>

function readPages(bytes: Uint8Array): { id: string; content: string; fonts: Fonts }[] {
  const objects = parseObjects(Buffer.from(bytes).toString('latin1'))
  const letters = new Map(
    [...objects].flatMap(([id, { head }]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
      return map ? [[id, parseLetters(objects.get(map)?.stream ?? '')] as const] : []
    }),
  )

  return [...objects]
    .filter(([, { head }]) => /\/Type \/Page\b/.test(head))
    .map(([id, { head }]) => {
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '')?.head ?? head
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => [
          name,
          letters.get(font),
        ]),
      )

      return {
        id,
        content: objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? '',
        fonts,
      }
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

const TEXTS = /1 0 0 1 [\d.]+ ([\d.]+) Tm\s+\/(F\d+) [\d.]+ Tf[\s\S]*?\[([^\]]*)\] TJ/g

function listTexts(content: string, fonts: Fonts): { height: string; text: string }[] {
  return [...content.matchAll(TEXTS)].map(([, height = '', font = '', glyphs = '']) => {
    const hex = [...glyphs.matchAll(/<([0-9a-f]+)>/gi)].map(([, each]) => each).join('')
    const letters = (hex.match(/.{4}/g) ?? []).map(
      (each) => fonts.get(font)?.get(Number.parseInt(each, 16)) ?? '?',
    )

    return { height, text: letters.join('') }
  })
}

/** Returns what a reader of the text finds, which knows no places on the page. */
const readText = (content: string, fonts: Fonts) =>
  listTexts(content, fonts)
    .map(({ text }) => text)
    .join('')
    .trim()

/** Texts of one height are one line, in the order in which they were written. */
function groupLines(content: string, fonts: Fonts): string[] {
  const lines = Map.groupBy(listTexts(content, fonts), ({ height }) => height)
  return [...lines.values()].map((texts) =>
    texts
      .map(({ text }) => text.trim())
      .filter(Boolean)
      .join(' '),
  )
}
