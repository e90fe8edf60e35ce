import type { Doc } from './pdf-fonts.ts'

type Container = 'Table' | 'TR' | 'L' | 'LI'
type Leaf = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Lbl' | 'LBody' | 'Figure'

export type TagOptions = {
  /** Says what a figure shows. */
  alt?: string
  /** The direction that a cell of a head describes. */
  scope?: 'Row' | 'Column'
  /** The columns that a cell covers. */
  span?: number
}

/**
 * Builds the structure by which a screen reader reads the document: in this order, with headings
 * and tables. Every mark on a page belongs to an element or is decoration.
 */
export function createPdfTags(doc: Doc) {
  const document = doc.struct('Document')
  doc.addStructure(document)

  const open = [document]
  const add = (element: PDFKit.PDFStructureElement) => open.at(-1)?.add(element)

  return {
    /** Begins an element that holds others, until `close`. */
    open(type: Container) {
      const element = doc.struct(type)
      add(element)
      open.push(element)
    },
    close() {
      open.pop()?.end()
    },
    /** Draws the content of an element. */
    leaf(type: Leaf, draw: () => void, { span, ...options }: TagOptions = {}) {
      const element = doc.struct(type, options, [draw])
      if (span) setSpan(element, span, options.scope)
      add(element)
    },
    /** Draws what a screen reader leaves out: lines, and what every page repeats. */
    decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
      doc.markContent('Artifact', { type })
      draw()
      doc.endMarkedContent()
    },
  }
}

/** Sets the columns of a cell, for which pdfkit 0.20 has no option. */
function setSpan(element: PDFKit.PDFStructureElement, span: number, scope?: string) {
  const { dictionary } = element as unknown as { dictionary: { data: { A?: object } } }
  dictionary.data.A = { O: 'Table', ColSpan: span, ...(scope && { Scope: scope }) }
}
