import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db, Reader } from '../db/db.ts'
import { formatMessageId, type Mail, toSingleLine } from './mail-message.ts'

/** Stores mails for /dev/mailbox. */
export function createMailboxMail(db: Db, clock: Clock, publicUrl: string): Mail {
  return {
    send: async (message) => {
      await sql`insert into mailbox (id, recipient, subject, body_text, body_html, sent_at)
        values (${message.id}, ${message.to}, ${toSingleLine(message.subject)}, ${message.text},
        ${message.html},
          ${clock.now()}) on conflict (id) do nothing`.execute(db)
      return formatMessageId(message.id, publicUrl)
    },
    close: () => {},
  }
}

export type MailboxMessage = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  sentAt: string
}

type MailboxRow = {
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  sent_at: Date
}

/** Lists the sandbox's mails, newest first, of one address or of all. */
export async function listMailbox(reader: Reader, to?: string): Promise<MailboxMessage[]> {
  const { rows } = await sql<MailboxRow>`
    select id, recipient, subject, body_text, body_html, sent_at from mailbox
    where ${to ?? null}::text is null or lower(recipient) = lower(${to ?? null}::text)
    order by sequence desc limit 500`.execute(reader)

  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    links: extractLinks(row.body_html),
    sentAt: row.sent_at.toISOString(),
  }))
}

/** Returns the HTML of one mail, or null. */
export async function findMailHtml(reader: Reader, id: string): Promise<string | null> {
  const { rows } = await sql<{
    html: string
  }>`select body_html as html from mailbox where id = ${id}`.execute(reader)
  return rows[0]?.html ?? null
}

const extractLinks = (html: string) => [
  ...new Set(
    Array.from(html.matchAll(/<a\b[^>]*?\bhref="(https?:[^"]*)"/g), (found) =>
      unescapeHtml(found[1] ?? ''),
    ),
  ),
]

const unescapeHtml = (text: string) =>
  text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
