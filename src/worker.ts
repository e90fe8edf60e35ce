import { invariant } from '#lib/invariant.ts'
import { jobs as affiliateJobs } from '#modules/affiliates/jobs.ts'
import { jobs as auditJobs } from '#modules/audit/jobs.ts'
import { jobs as officeJobs } from '#modules/backoffice/jobs.ts'
import { jobs as depositJobs } from '#modules/deposits/jobs.ts'
import { jobs as enquiryJobs } from '#modules/enquiries/jobs.ts'
import { jobs as identityJobs } from '#modules/identity/jobs.ts'
import { jobs as booksJobs } from '#modules/integrity/jobs.ts'
import { jobs as ledgerJobs } from '#modules/ledger/jobs.ts'
import { sendQueuedMail } from '#modules/notifications/commands/send-mail.ts'
import { jobs as notificationJobs, sendMail } from '#modules/notifications/jobs.ts'
import { notifyWatchSilence } from '#modules/operations/commands/notify-watch-silence.ts'
import { jobs as operationJobs } from '#modules/operations/jobs.ts'
import { jobs as planJobs } from '#modules/plans/jobs.ts'
import { jobs as portfolioJobs } from '#modules/portfolio/jobs.ts'
import { jobs as treasuryJobs } from '#modules/treasury/jobs.ts'
import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import type { MailTemplate, MailTemplates } from '#ui/mail/template.ts'

/** The template of every email: `modules/<domain>/emails/<template-name>.tsx` exports `mail`. */
const found = import.meta.glob<MailTemplate>('./modules/*/emails/*.tsx', {
  eager: true,
  import: 'mail',
})

export const templates: MailTemplates = indexTemplates(found)

/**
 * Every background job; `startJobs(app, pool, jobs)` runs them. A module's jobs.ts is added here.
 */
export const jobs: readonly JobDefinition<App>[] = [
  sendMail(templates),
  ...ledgerJobs,
  ...booksJobs,
  ...depositJobs,
  ...treasuryJobs,
  ...affiliateJobs,
  ...planJobs,
  ...identityJobs,
  ...notificationJobs,
  ...portfolioJobs,
  ...auditJobs,
  ...officeJobs,
  ...enquiryJobs,
  ...operationJobs,
]

/**
 * Emails the operator from the web process that no worker runs, because the email can't wait for a
 * worker. Throws when it can't be sent.
 */
export async function notifySilence(app: App, since: Date): Promise<void> {
  const mails = await notifyWatchSilence(app, since)
  const left = await Promise.allSettled(mails.map((id) => sendQueuedMail(app, templates, id)))
  const failed = left.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

function indexTemplates(files: Record<string, MailTemplate>): MailTemplates {
  const named: Record<string, MailTemplate> = {}
  for (const [path, template] of Object.entries(files)) {
    const name = path.replace(/^.*\/(.*)\.tsx$/, '$1')
    invariant(!named[name], `one mail alone is called ${name}`)
    invariant(typeof template === 'function', `${path} exports \`mail\``)
    named[name] = template
  }

  return named
}
