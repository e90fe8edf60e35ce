import type { ReactElement } from 'react'

/** What every mail may say about the house and the reader. */
export type MailContext = {
  operator: string
  publicUrl: string
  /** In the sandbox every mail says that the money is simulated. */
  sandbox: boolean
  /** The reader's name, when known. */
  name: string | undefined
}

/** The words of one mail: what an `emails/<template-name>.tsx` exports as `mail`. */
export type MailTemplate = (
  data: Record<string, unknown>,
  context: MailContext,
) => { subject: string; element: ReactElement }

export type MailTemplates = Readonly<Record<string, MailTemplate>>
