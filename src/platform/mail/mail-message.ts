/**
 * A rendered mail. The same id always has the same Message-ID, so that a receiver recognises a
 * repetition.
 */
export type Message = {
  id: string
  to: string
  name?: string
  subject: string
  /** The address for answers; the sender when absent. */
  replyTo?: string
  text: string
  html: string
}

export type Mail = {
  /**
   * Resolves with the Message-ID when the next server has accepted it; throws when it may not have.
   */
  send(message: Message): Promise<string>
  close(): void
}

/** Returns the Message-ID of a stored mail. */
export const formatMessageId = (id: string, publicUrl: string) =>
  `<${id}@${new URL(publicUrl).hostname}>`

/** Returns a text on one line: a line break would begin another header. */
export const toSingleLine = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()
