import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import { invariant } from '#lib/invariant.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db, Reader } from '../db/db.ts'
import { buildSmtpOptions } from '../http/outgoing-links.ts'
import { getRequestId } from '../http/request-context.ts'

/**
 * A rendered mail. The same id always has the same Message-ID, so that a receiver recognises a
 * repetition.
 */
export type Message = {
  id: string
  to: string
  name?: string
  subject: string
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

/** Opens SMTP when SMTP_URL is set, else the sandbox's mailbox, which live never falls back to. */
export function openMail(config: Config, db: Db, clock: Clock): Mail {
  if (config.SMTP_URL)
    return createSmtpMail(
      config.SMTP_URL,
      config.MAIL_FROM,
      config.PUBLIC_URL,
      config.MODE === 'live',
    )
  invariant(config.MODE === 'sandbox', 'a live installation has SMTP_URL')
  return createMailboxMail(db, clock, config.PUBLIC_URL)
}

/**
 * Sends over SMTP with bounded timeouts; each mail carries the id of its request. With `encrypted`
 * it needs TLS.
 */
export function createSmtpMail(
  url: string,
  from: string,
  publicUrl: string,
  encrypted = false,
): Mail {
  const transport = nodemailer.createTransport(buildSmtpOptions(url, { encrypted }), { from })
  return {
    send: async (message) => {
      const messageId = formatMessageId(message.id, publicUrl)
      const request = getRequestId()
      await transport.sendMail({
        messageId,
        to: { address: message.to, name: toSingleLine(message.name ?? '') },
        subject: toSingleLine(message.subject),
        text: message.text,
        html: message.html,
        ...(request ? { headers: { 'X-Request-Id': request } } : {}),
      })

      return messageId
    },
    close: () => transport.close(),
  }
}

/** Connects and signs in to the mail server without sending. Throws when it can't. */
export async function verifyMailServer(url: string, encrypted = false): Promise<void> {
  const transport = nodemailer.createTransport({
    ...buildSmtpOptions(url, { encrypted }),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
  })

  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

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

const formatMessageId = (id: string, publicUrl: string) => `<${id}@${new URL(publicUrl).hostname}>`

/** Returns a text on one line: a line break would begin another header. */
const toSingleLine = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()
