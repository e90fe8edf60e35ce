import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMailbox } from '#platform/mail.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { appContext } from '../context.ts'
import styles from './mailbox.module.css'

const SHOWN = 50

export async function loader({ context, request }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get('to') ?? undefined
  const mails = await listMailbox(context.get(appContext).db, to)
  return { to, mails: mails.slice(0, SHOWN), more: Math.max(0, mails.length - SHOWN) }
}

type Mail = Awaited<ReturnType<typeof loader>>['mails'][number]

/** The mail stands in a frame that runs no script, as a mail reader would show it. */
function MailPanel({ mail }: { mail: Mail }) {
  return (
    <Panel
      title={mail.subject}
      aside={<span className="meta">{mail.sentAt.slice(0, 19).replace('T', ' ')} UTC</span>}
    >
      <p className="meta">
        To <TextLink to={`/dev/mailbox?to=${encodeURIComponent(mail.to)}`}>{mail.to}</TextLink>
      </p>
      {mail.links.length > 0 && (
        <ul>
          {mail.links.map((link) => (
            <li key={link}>
              <a className="link" href={link}>
                {link}
              </a>
            </li>
          ))}
        </ul>
      )}
      <iframe
        className={styles.frame}
        title={mail.subject}
        srcDoc={mail.html}
        sandbox="allow-top-navigation-by-user-activation"
      />
    </Panel>
  )
}

export default function Mailbox() {
  const { to, mails, more } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Mailbox"
        lead={
          to ? `What was sent to ${to}, newest first.` : 'Every mail that the sandbox sent, newest first.'
        }
        actions={to && <TextLink to="/dev/mailbox">Show all</TextLink>}
      />
      {mails.length === 0 && <EmptyState>No mail has been sent yet.</EmptyState>}
      {mails.map((mail) => (
        <MailPanel key={`${mail.sentAt} ${mail.to} ${mail.subject}`} mail={mail} />
      ))}
      {more > 0 && <p className="muted">{more} older ones are in /dev/mailbox.json.</p>}
    </>
  )
}
