import { type SyntheticEvent, useState } from 'react'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import styles from './mailbox.module.css'

type Mail = { id: string; to: string; subject: string; links: string[]; sentAt: string }

/** Renders one email: recipient and subject, and its content once it is opened. */
export function MailItem({ mail }: { mail: Mail }) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <b>{mail.subject}</b>
          <span className="meta muted">{mail.to}</span>
          <span className="meta faint">
            <When at={mail.sentAt} timeZone="UTC" /> UTC
          </span>
        </summary>
        {open && <OpenMail mail={mail} />}
      </details>
    </li>
  )
}

function OpenMail({ mail }: { mail: Mail }) {
  return (
    <div className={styles.open}>
      <p className="meta">
        <TextLink to={`/dev/mailbox?to=${encodeURIComponent(mail.to)}`}>
          All emails to {mail.to}
        </TextLink>
      </p>
      {mail.links.length > 0 && (
        <ul className={styles.links}>
          {mail.links.map((link) => (
            <li key={link}>
              <a className="link" href={link}>
                {link}
              </a>
            </li>
          ))}
        </ul>
      )}
      <MailFrame mail={mail} />
    </div>
  )
}

/**
 * Renders the email in a frame without scripts, as tall as its content. It is same-origin so that
 * its height can be read; without scripts it can't use that.
 */
function MailFrame({ mail }: { mail: Mail }) {
  const [height, setHeight] = useState(480)
  const fit = (event: SyntheticEvent<HTMLIFrameElement>) => {
    const root = event.currentTarget.contentDocument?.documentElement
    if (root) setHeight(root.scrollHeight)
  }

  return (
    <iframe
      className={styles.frame}
      style={{ height }}
      title={mail.subject}
      src={`/dev/mails/${mail.id}`}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      onLoad={fit}
    />
  )
}
