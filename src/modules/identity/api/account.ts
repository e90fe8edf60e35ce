import { getSetting } from '#modules/settings/queries.ts'
import { giveConsent } from '../commands/give-consent.ts'
import { reportCompromise } from '../commands/report-compromise.ts'
import { formatConsentVersion } from '../model.ts'
import { listConsents, listMissingConsents } from '../queries.ts'
import { calls } from './calls.ts'
import { LOG_IN_AT } from './password.ts'
import { readVisitor } from './request-sessions.ts'

/** Compromise reports and consents. */
export const accountHandlers = {
  reportCompromise: calls.reportCompromise.handler(async ({ context, input }) => {
    const { kind, restored } = await reportCompromise(context.app, readVisitor(context), input)
    const data = { restored, logInAt: LOG_IN_AT[kind] }
    return {
      message: 'Your account is locked. We’ve emailed you a link to set a new password.',
      data,
    }
  }),
  consents: calls.consents.handler(async ({ context: { app, member } }) => {
    const legal = await getSetting(app.db, app.config, 'legal')
    const missing = await listMissingConsents(app.db, app.config, member().id)
    const consents = await listConsents(app.db, member().id)
    return {
      message: 'Consents',
      data: { consentVersion: formatConsentVersion(legal), missing, accepted: consents },
    }
  }),
  giveConsent: calls.giveConsent.handler(async ({ context: { app, member, session }, input }) => {
    const sessionId = session?.id ?? ''
    await giveConsent(app, member(), { version: input.consentVersion, sessionId })
    return { message: 'Thanks, you’ve accepted the current terms.' }
  }),
}
