import { type Incentive, isAllowedIn } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { findEmailChange, getMember } from '../queries.ts'

/** A member's profile as the member changes it, with what living elsewhere would change. */
export async function profileOf(app: App, memberId: string) {
  const member = await getMember(app.db, memberId)
  const now = app.clock.now()
  const change = await findEmailChange(app.db, memberId, now)
  const frozen = member.withdrawalsFrozenUntil

  return {
    _id: member.id,
    version: member.profileVersion,
    first_name: member.firstName,
    last_name: member.lastName,
    email: member.email,
    phone_number: member.phoneNumber,
    country: member.country,
    status: member.status,
    createdAt: member.createdAt,
    emailChange: change && { email: change.newEmail, expiresAt: change.expiresAt },
    withdrawalsFrozenUntil: frozen && frozen > now ? frozen : null,
    incentives: await incentivesFor(app, member.country),
  }
}

async function incentivesFor({ db, config }: App, country: string) {
  const referral = await getSetting(db, config, 'referral')
  const campaigns = await getSetting(db, config, 'campaigns')
  const allowed = (incentive: Incentive) => isAllowedIn(incentive, country, config.MODE)

  return {
    referral: allowed(referral),
    campaigns: allowed(campaigns),
    elsewhere: { referral: countriesOf(referral), campaigns: countriesOf(campaigns) },
  }
}

/** Null stands for every country. */
const countriesOf = ({ on, countries }: Incentive): string[] | null =>
  on ? (countries === 'all' ? null : [...countries]) : []
