import { invariant } from '#lib/invariant.ts'
import { jobs as affiliateJobs } from '#modules/affiliates/jobs.ts'
import { jobs as auditJobs } from '#modules/audit/jobs.ts'
import { jobs as backofficeJobs } from '#modules/backoffice/jobs.ts'
import { jobs as chainJobs } from '#modules/chains/jobs.ts'
import { jobs as complianceJobs } from '#modules/compliance/jobs.ts'
import { jobs as depositJobs } from '#modules/deposits/jobs.ts'
import { jobs as enquiryJobs } from '#modules/enquiries/jobs.ts'
import { jobs as identityJobs } from '#modules/identity/jobs.ts'
import { jobs as integrityJobs } from '#modules/integrity/jobs.ts'
import { jobs as ledgerJobs } from '#modules/ledger/jobs.ts'
import { sendQueuedMail } from '#modules/notifications/commands/send-mail.ts'
import { jobs as notificationJobs, sendMail } from '#modules/notifications/jobs.ts'
import {
  listAlertWebhooks,
  postWithoutWorker,
} from '#modules/operations/adapters/alert-webhooks.ts'
import { notifyWatchSilence } from '#modules/operations/commands/notify-watch-silence.ts'
import { jobs as operationJobs } from '#modules/operations/jobs.ts'
import { jobs as planJobs } from '#modules/plans/jobs.ts'
import { jobs as portfolioJobs } from '#modules/portfolio/jobs.ts'
import { jobs as settingJobs } from '#modules/settings/jobs.ts'
import { jobs as transactionMonitoringJobs } from '#modules/transaction-monitoring/jobs.ts'
import { jobs as transparencyJobs } from '#modules/transparency/jobs.ts'
import { jobs as treasuryJobs } from '#modules/treasury/jobs.ts'
import { jobs as verificationJobs } from '#modules/verification/jobs.ts'
import { jobs as withdrawalJobs } from '#modules/withdrawals/jobs.ts'
import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import type { MailName, MailRegistry, MailTemplate } from '#ui/mail/template.ts'

/** Every mail's template: `modules/<domain>/emails/<template-name>.tsx` exports `mail`. */
const mailFiles = import.meta.glob<MailTemplate<MailName>>('./modules/*/emails/*.tsx', {
  eager: true,
  import: 'mail',
})

export const templates: MailRegistry = indexTemplates(mailFiles)

/**
 * Everything that runs by itself; `startJobs(app, pool, jobs)` runs it. A module's jobs.ts is added
 * here.
 */
export const jobs: readonly JobDefinition<App>[] = [
  sendMail(templates),
  ...ledgerJobs,
  ...integrityJobs,
  ...chainJobs,
  ...verificationJobs,
  ...complianceJobs,
  ...transactionMonitoringJobs,
  ...depositJobs,
  ...withdrawalJobs,
  ...treasuryJobs,
  ...affiliateJobs,
  ...planJobs,
  ...identityJobs,
  ...settingJobs,
  ...notificationJobs,
  ...portfolioJobs,
  ...auditJobs,
  ...backofficeJobs,
  ...enquiryJobs,
  ...operationJobs,
  ...transparencyJobs,
]

/**
 * Notifies the staff from the web process that no worker is running; a queued mail would wait for a
 * worker. Throws if a mail or a message to a webhook is not sent.
 */
export async function notifySilence(app: App, since: Date): Promise<void> {
  const { mails, webhookText } = await notifyWatchSilence(app, since)
  const webhooks = webhookText ? listAlertWebhooks(app.config) : []
  const left = await Promise.allSettled([
    ...mails.map((id) => sendQueuedMail(app, templates, id)),
    ...webhooks.map((webhook) => postWithoutWorker(app, webhook, webhookText ?? '')),
  ])
  const failed = left.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

function indexTemplates(files: Record<string, MailTemplate<MailName>>): MailRegistry {
  const named: Record<string, MailTemplate<MailName>> = {}
  for (const [path, template] of Object.entries(files)) {
    const name = path.replace(/^.*\/(.*)\.tsx$/, '$1')
    invariant(!named[name], `only one mail is called ${name}`)
    invariant(typeof template === 'function', `${path} exports \`mail\``)
    named[name] = template
  }

  return named
}
