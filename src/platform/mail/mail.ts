import nodemailer from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { buildSmtpOptions } from '../http/outgoing-links.ts'
import { getRequestId } from '../http/request-context.ts'
import { formatMessageId, type Mail, toSingleLine } from './mail-message.ts'
import { createMailboxMail } from './mailbox.ts'

/** The mail of a live installation that is not set up yet: its mails wait in the queue. */
const UNSET_MAIL: Mail = {
  send: async () => {
    throw new Error('SMTP_URL is not set.')
  },
  close: () => {},
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
  if (config.MODE === 'live') return UNSET_MAIL
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
        ...(message.replyTo ? { replyTo: toSingleLine(message.replyTo) } : {}),
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
