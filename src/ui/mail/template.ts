import type { ReactElement } from 'react'

/**
 * The data of every mail by the name of its template. Each `emails/<name>.tsx` adds its own entry
 * by declaration merging, so that the sender and the template are checked against one type.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the mails
export interface MailTemplates {}

export type MailName = keyof MailTemplates

/** The data of a mail that says the same to every reader. */
export type EmptyMail = Record<string, never>

/** The firm that sends the mail, as its legal footer names it; empty parts are left out. */
export type MailOperator = {
  legalName: string
  address: string
  registration: string
  email: string
}

/** The values that every mail may show besides its own data. */
export type MailContext = {
  /** The operator's brand name, in the header. */
  brand: string
  operator: MailOperator
  publicUrl: string
  /** In the sandbox every mail says that the money is simulated. */
  sandbox: boolean
  /** The reader's name, when known. */
  name: string | undefined
}

/** `replyTo`: where an answer to the mail goes; empty or absent is the sender. */
export type MailContent = { subject: string; element: ReactElement; replyTo?: string }

/** A mail as a function of its typed data: what `emails/<name>.tsx` exports as `mail`. */
export type MailTemplate<Name extends MailName> = (
  data: MailTemplates[Name],
  context: MailContext,
) => MailContent

export type MailRegistry = { readonly [Name in MailName]?: MailTemplate<Name> }
