import { toRecipient } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { AnnounceLoosening } from '#modules/settings/steps/loosen-setting.ts'
import type { App } from '#platform/app.ts'
import { describeLoosening } from '../model.ts'

/** Returns the function that mails all staff a looser control. */
export const createAnnouncement =
  (app: App): AnnounceLoosening =>
  async (tx, { state, by, effectiveFrom, ...loosening }) => {
    const facts = { state, by, effectiveFrom, ...describeLoosening(loosening) }

    for (const one of await listStaffAtWork(tx))
      await notify(tx, app, toRecipient(one), 'setting-loosened', facts)
  }
