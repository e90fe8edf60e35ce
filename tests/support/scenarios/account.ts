import { deleteMember } from '#modules/backoffice/commands/delete-member.ts'
import { cancelEmailChange } from '#modules/identity/commands/cancel-email-change.ts'
import { changeEmail } from '#modules/identity/commands/change-email.ts'
import { giveConsent } from '#modules/identity/commands/give-consent.ts'
import { reportCompromise } from '#modules/identity/commands/report-compromise.ts'
import { requestEmailChange } from '#modules/identity/commands/request-email-change.ts'
import { updateProfile } from '#modules/identity/commands/update-profile.ts'
import { viewClosedIdentity } from '#modules/identity/commands/view-closed-identity.ts'
import { formatConsentVersion, type Member } from '#modules/identity/model.ts'
import {
  createTestMember,
  createTestVisitor,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '#modules/identity/testing.ts'
import { deleteOldNotifications } from '#modules/notifications/commands/delete-old-notifications.ts'
import { markNotificationsRead } from '#modules/notifications/commands/mark-notifications-read.ts'
import { saveNotificationChoices } from '#modules/notifications/commands/save-notification-choices.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { buildDataExport } from '#modules/portfolio/commands/build-data-export.ts'
import { closeOwnAccount } from '#modules/portfolio/commands/close-own-account.ts'
import { deleteExpiredDataExports } from '#modules/portfolio/commands/delete-expired-data-exports.ts'
import { eraseClosed } from '#modules/portfolio/commands/erase-closed.ts'
import { requestDataExport } from '#modules/portfolio/commands/request-data-export.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import type { App } from '#platform/app.ts'
import { createFixedClock } from '#platform/clock.ts'
import { another, type Scenario } from '../scenario.ts'

const password = SAMPLE_PASSWORD
const confirmation = 'CLOSE MY ACCOUNT'
const reason = 'Asked by letter.'

/** The same app at a time when every retention period is over. */
const muchLater = (app: App): App => ({ ...app, clock: createFixedClock('2040-01-01T00:00:00Z') })

async function createNotifiedMember(app: App): Promise<Member> {
  const { member } = await createTestMember(app)
  const recipient = { memberId: member.id, to: member.email }
  await app.db.transaction().execute((tx) => notify(tx, app, recipient, 'account-reactivated', {}))
  return member
}

async function createEmailChange(app: App) {
  const { member } = await createTestMember(app)
  const email = `${another('moved')}@example.com`
  await requestEmailChange(app, member, { email, password })
  return { member, email }
}

/** Texts that no member has accepted yet: each time another day's. */
async function newTexts(app: App): Promise<string> {
  const { terms } = await getSetting(app.db, app.config, 'legal')
  const next = new Date(Date.parse(terms) + 86_400_000).toISOString().slice(0, 10)
  const legal = { terms: next, riskDisclosure: next }

  await app.db
    .transaction()
    .execute((tx) => setSetting(tx, 'legal', legal, { by: 'test', at: app.clock.now() }))

  return formatConsentVersion(legal)
}

const oldTexts = async ({ app }: { app: App }) => {
  const legal = { terms: '2026-11-01', riskDisclosure: '2026-11-01' }
  await app.db
    .transaction()
    .execute((tx) => setSetting(tx, 'legal', legal, { by: 'test', at: app.clock.now() }))
}

export const scenarios: Scenario[] = [
  {
    command: 'notifications/mark-notifications-read',
    prepare: async ({ app }) => {
      const member = await createNotifiedMember(app)
      return { run: (on) => markNotificationsRead(on, member, { upTo: 2n ** 60n }) }
    },
  },
  {
    command: 'notifications/save-notification-choices',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const choices = [
        { kind: 'account', channel: 'mail', enabled: false },
        { kind: 'account', channel: 'app', enabled: false },
      ]
      return { run: (on) => saveNotificationChoices(on, member, choices) }
    },
  },
  {
    command: 'notifications/delete-old-notifications',
    first: true,
    prepare: async ({ app }) => {
      await deleteOldNotifications(muchLater(app))
      await createNotifiedMember(app)
      return { run: (on) => deleteOldNotifications(muchLater(on)) }
    },
  },
  {
    command: 'identity/update-profile',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const change = { version: 1, firstName: 'Anew', phoneNumber: '+49 30 901822' }
      return { run: (on) => updateProfile(on, member, change) }
    },
  },
  {
    command: 'identity/request-email-change',
    prepare: async ({ app }) => {
      const { member } = await createEmailChange(app)
      const email = `${another('moved')}@example.com`
      return { run: (on) => requestEmailChange(on, member, { email, password }) }
    },
    repeatable: true,
  },
  {
    command: 'identity/cancel-email-change',
    prepare: async ({ app }) => {
      const { member } = await createEmailChange(app)
      return { run: (on) => cancelEmailChange(on, member) }
    },
  },
  {
    command: 'identity/change-email',
    prepare: async ({ app }) => {
      const { email } = await createEmailChange(app)
      const [from, token] = [
        createTestVisitor(),
        await readMailedToken(app, email, 'confirm-new-email'),
      ]
      return { run: (on) => changeEmail(on, from, { token }) }
    },
  },
  {
    command: 'identity/report-compromise',
    prepare: async ({ app }) => {
      const { member, email } = await createEmailChange(app)
      await changeEmail(app, createTestVisitor(), {
        token: await readMailedToken(app, email, 'confirm-new-email'),
      })

      const [from, token] = [
        createTestVisitor(),
        await readMailedToken(app, member.email, 'email-changed'),
      ]
      return { run: (on) => reportCompromise(on, from, { token }) }
    },
  },
  {
    command: 'identity/give-consent',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const version = await newTexts(app)
      return { run: (on) => giveConsent(on, member, { version, sessionId: 'ses_scenario' }) }
    },
    finish: oldTexts,
  },
  {
    command: 'portfolio/request-data-export',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      return { run: (on) => requestDataExport(on, member, { password }) }
    },
  },
  {
    command: 'portfolio/build-data-export',
    // Its progress is recorded on the way, part by part; broken off it begins again.
    stages: [['public.data_export +1 -1']],
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      const { id } = await requestDataExport(app, member, { password })
      return { run: (on) => buildDataExport(on, id) }
    },
  },
  {
    command: 'portfolio/delete-expired-data-exports',
    first: true,
    prepare: async ({ app }) => {
      await deleteExpiredDataExports(muchLater(app))
      const { member } = await createTestMember(app)
      await buildDataExport(app, (await requestDataExport(app, member, { password })).id)
      return { run: (on) => deleteExpiredDataExports(muchLater(on)) }
    },
  },
  {
    command: 'portfolio/close-own-account',
    prepare: async ({ app }) => {
      const member = await createNotifiedMember(app)
      return { run: (on) => closeOwnAccount(on, member, { password, confirmation }) }
    },
  },
  {
    command: 'portfolio/erase-closed',
    first: true,
    // Proofs, details and mails are retained for different times: each has its transaction.
    stages: [
      ['public.account_closing +1 -1'],
      [
        'public.account_closing +1 -1',
        'public.audit_event +1 -0',
        'public.audit_pending +1 -0',
        'public.closed_identity +0 -1',
      ],
    ],
    prepare: async ({ app }) => {
      await eraseClosed(muchLater(app))
      const { member } = await createTestMember(app)
      await closeOwnAccount(app, member, { password, confirmation })
      return { run: (on) => eraseClosed(muchLater(on)) }
    },
  },
  {
    command: 'identity/view-closed-identity',
    repeatable: true,
    prepare: async ({ app, ines }) => {
      const { member } = await createTestMember(app)
      await closeOwnAccount(app, member, { password, confirmation })
      return { run: (on) => viewClosedIdentity(on, ines, member.id) }
    },
  },
  {
    command: 'backoffice/delete-member',
    prepare: async ({ app, ruth }) => {
      const { id: memberId } = await createNotifiedMember(app)
      return {
        run: (on) => deleteMember(on, ruth, { memberId, reason }),
        call: { by: ruth, path: `/user/${memberId}`, body: { reason }, method: 'DELETE' },
      }
    },
  },
]
