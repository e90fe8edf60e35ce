import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMailbox } from '#platform/mail/mailbox.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { envelopeSimple } from '#ui/icons.ts'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { appContext } from '../context.ts'
import { MailItem } from './mail-item.tsx'
import styles from './mailbox.module.css'

const SHOWN = 50

export async function loader({ context, request }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get('to') ?? undefined
  const mails = await listMailbox(context.get(appContext).db, to)
  const shown = mails.slice(0, SHOWN).map(({ html: _, text: __, ...mail }) => mail)
  return { to, mails: shown, more: Math.max(0, mails.length - SHOWN) }
}

export default function Mailbox() {
  const { to, mails, more } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Mailbox"
        lead={to ? `Emails to ${to}, newest first.` : 'Emails sent by the sandbox, newest first.'}
        actions={to && <TextLink to="/dev/mailbox">Show all</TextLink>}
      />
      <Panel flush foot={more > 0 ? `${more} older emails are in /dev/mailbox.json.` : undefined}>
        {mails.length === 0 ? (
          <EmptyState icon={envelopeSimple}>No emails yet.</EmptyState>
        ) : (
          <ul className={styles.mails}>
            {mails.map((mail) => (
              <MailItem key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}
