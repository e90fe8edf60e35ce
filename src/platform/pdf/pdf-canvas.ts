import { transliterateLetter } from '#lib/transliterate-letter.ts'
import {
  type Doc,
  installGlyphCache,
  loadFace,
  memoise,
  PLAIN,
  SCRIPTS,
  type TextRun,
  type TextStyle,
  type Weight,
} from './pdf-fonts.ts'
import { createPdfTags } from './pdf-tags.ts'

/** The page and its type, in points. */
export const A4 = { width: 595.28, height: 841.89 }

export const MARGIN = 48

export const WIDTH = A4.width - 2 * MARGIN

export const BOTTOM = A4.height - 64

export const TOP = 56

export const INK = '#111f2e'

export const QUIET = '#3d505b'
const RULE = '#9fb3a8'

export const [TEXT, SMALL, LEADING] = [9, 7.5, 1.38]

export type PdfCanvas = ReturnType<typeof createPdfCanvas>

/** Opens the faces of a document, and splits texts into runs of one font file each. */
function openFaces(doc: Doc) {
  const faces = new Map(
    ([400, 600] as const).flatMap((weight) =>
      SCRIPTS.map((script) => {
        const name = `${script}-${weight}`
        doc.registerFont(name, loadFace(script, weight))
        return [name, installGlyphCache(doc.font(name))] as const
      }),
    ),
  )

  const findFont = (letter: string, weight: Weight) => {
    const point = letter.codePointAt(0) ?? 0
    return SCRIPTS.map((script) => `${script}-${weight}`).find((name) =>
      faces.get(name)?.font.hasGlyphForCodePoint(point),
    )
  }

  const splitRuns = (text: string, weight: Weight): TextRun[] => {
    if (PLAIN.test(text)) return [{ font: `latin-${weight}`, text }]

    const runs: TextRun[] = []
    for (const letter of text.normalize('NFC')) {
      const font = findFont(letter, weight)
      const [name, shown] = [font ?? `latin-${weight}`, font ? letter : transliterateLetter(letter)]
      const last = runs.at(-1)
      if (last?.font === name) last.text += shown
      else runs.push({ font: name, text: shown })
    }

    return runs
  }

  return { faces, splitRuns }
}

/** Writes and measures text in runs of one font file each. `tags` says what each text is. */
export function createPdfCanvas(doc: Doc) {
  const { faces, splitRuns } = openFaces(doc)
  const tags = createPdfTags(doc)

  const widths = memoise(({ font, text }: TextRun) => {
    return faces.get(font)?.layout(text, undefined, true).advanceWidth ?? 0
  })
  const runWidth = (run: TextRun, size: number) =>
    (widths(`${run.font} ${run.text}`, run) * size) / 1000

  return {
    doc,
    tags,
    /** Returns the width of a text on one line. */
    widthOf: (text: string, size: number, weight: Weight) =>
      splitRuns(text, weight).reduce((sum, run) => sum + runWidth(run, size), 0),
    /** Writes one line of text from its top left corner, or ending at its top right one. */
    write(text: string, x: number, y: number, style: TextStyle = {}) {
      const { size = TEXT, weight = 400, colour = INK, end = false } = style
      const runs = splitRuns(text, weight)
      let at = end ? x - runs.reduce((sum, run) => sum + runWidth(run, size), 0) : x

      doc.fillColor(colour)

      for (const run of runs) {
        const textWidth = runWidth(run, size)
        const measured = { lineBreak: false, textWidth } as PDFKit.Mixins.TextOptions
        doc.font(run.font).fontSize(size).text(run.text, at, y, measured)
        at += textWidth
      }
    },
    rule(y: number, { x = MARGIN, width = WIDTH, thick = 0.5, colour = RULE } = {}) {
      tags.decoration(() =>
        doc
          .lineWidth(thick)
          .strokeColor(colour)
          .moveTo(x, y)
          .lineTo(x + width, y)
          .stroke(),
      )
    },
  }
}
