import type { fromMarkdown } from 'mdast-util-from-markdown'

export type RootContent = ReturnType<typeof fromMarkdown>['children'][number]
export type Paragraph = Extract<RootContent, { type: 'paragraph' }>
type PhrasingContent = Paragraph['children'][number]
type Blockquote = Extract<RootContent, { type: 'blockquote' }>
type List = Extract<RootContent, { type: 'list' }>

/** A piece of a line: text, strong text or a link. */
export type Piece = { text: string; strong?: true; to?: string }

export type Block = { kind: 'text'; pieces: Piece[] } | { kind: 'list'; items: Piece[][] }

export type Facts = Readonly<Record<string, string>>

const SAFE_LINK = /^(https:\/\/|mailto:|tel:|\/(?!\/)|#)/

/**
 * Replaces `{{name}}` by the fact of that name, after the Markdown was parsed, so that a fact is
 * text and never markup. Throws when a name has no fact.
 */
export const fillFacts = (text: string, facts: Facts) =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`a legal text needs {{${name}}}, which does not exist`)
    return fact
  })

/** Returns the text of pieces without their formatting. */
export const getText = (nodes: readonly PhrasingContent[]): string =>
  nodes
    .map((node) =>
      'children' in node ? getText(node.children) : 'value' in node ? node.value : ' ',
    )
    .join('')

/** Returns the pieces of a paragraph. A link to a script becomes its text. */
export function toPieces(nodes: readonly PhrasingContent[], facts: Facts): Piece[] {
  return nodes.map((node) => {
    const children = 'children' in node ? node.children : [node]
    const text = fillFacts(getText(children), facts).replace(/\s*\n\s*/g, ' ')

    if (node.type === 'strong') return { text, strong: true }
    if (node.type !== 'link') return { text }

    const to = fillFacts(decodeURI(node.url), facts)
    return SAFE_LINK.test(to) ? { text, to } : { text }
  })
}

/** Returns the paragraphs of a block. */
export const findParagraphs = (node: Blockquote | List['children'][number]) =>
  node.children.filter((child): child is Paragraph => child.type === 'paragraph')

/** Converts parsed Markdown to the blocks of a legal text. */
export function toBlocks(nodes: readonly RootContent[], facts: Facts): Block[] {
  return nodes.flatMap((node): Block[] => {
    if (node.type === 'paragraph') return [{ kind: 'text', pieces: toPieces(node.children, facts) }]
    if (node.type !== 'list') return []

    const items = node.children.map((item) =>
      findParagraphs(item).flatMap(({ children }) => toPieces(children, facts)),
    )
    return [{ kind: 'list', items }]
  })
}
