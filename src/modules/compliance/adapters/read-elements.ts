import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { ListSource } from '../model/listed-party.ts'
import { createListError } from './list-errors.ts'

/** An element with the text directly in it; prefixes of namespaces are removed. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
  line: number
}

type XmlLayout = {
  root: string
  /** Elements that are passed on as soon as they are complete, and not stored. */
  records: readonly string[]
}

/**
 * Reads an XML file and passes on its records; returns the root without them. Throws
 * `invalid_list` if the file is not well-formed, has another root or a document type: no entity
 * is ever defined, so none expands and no other file is read.
 */
export function readXml(
  source: ListSource,
  text: string,
  { root, records }: XmlLayout,
  takeRecord: (element: XmlElement) => void,
): XmlElement {
  if (!text.trimStart().startsWith('<')) throw createListError(source, 'line 1 is not XML')

  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let top: XmlElement | undefined

  parser.on('error', ({ message }) => {
    throw createListError(source, describeXmlError(message))
  })
  parser.on('doctype', () => {
    throw createListError(source, `it has a document type at line ${parser.line}`)
  })
  parser.on('opentag', (tag) => {
    const element = createElement(tag, parser.line)
    if (!top && element.name !== root)
      throw createListError(source, `it begins with <${element.name}> instead of <${root}>`)

    top ??= element
    open.push(element)
  })
  const addText = (part: string) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop() as XmlElement
    if (records.includes(element.name)) takeRecord(element)
    else open.at(-1)?.children.push(element)
  })

  parser.write(text).close()
  if (!top) throw createListError(source, 'it is empty')
  return top
}

const createElement = ({ name, attributes }: SaxesTagPlain, line: number): XmlElement => ({
  name: removePrefix(name),
  attributes,
  text: '',
  children: [],
  line,
})

const removePrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The library begins with line and column: "12:4: unclosed tag: sdnEntry". */
function describeXmlError(message: string): string {
  const [, line, column, problem] = /^(\d+):(\d+): (.*?)\.?$/s.exec(message) ?? []
  return line ? `${problem} (line ${line}, column ${column})` : message
}

/** Returns all elements of the path below an element. */
export function listElements(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce(
    (elements, name) =>
      elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )
}

/** Returns the texts of all elements of the path that have one. */
export const listTexts = (element: XmlElement, ...path: readonly string[]): string[] =>
  listElements(element, ...path)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
