import type { Incentive } from '#modules/settings/model.ts'
import { getSetting, isIncentiveOffered } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { findEmailChange, getMember } from './members.ts'

/** Returns the profile that a member can edit, with the effects of a change of country. */
export async function getProfile(app: App, memberId: string) {
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
    incentives: await getIncentives(app, member.country),
  }
}

async function getIncentives({ db, config, clock }: App, country: string) {
  const referral = await getSetting(db, config, 'referral')
  const campaigns = await getSetting(db, config, 'campaigns')
  const describe = (incentive: Incentive) => ({
    incentive,
    country,
    mode: config.MODE,
    today: clock.today(),
  })

  return {
    referral: await isIncentiveOffered(db, describe(referral), 'refer'),
    campaigns: await isIncentiveOffered(db, describe(campaigns), 'claim_campaign'),
    elsewhere: {
      referral: listIncentiveCountries(referral),
      campaigns: listIncentiveCountries(campaigns),
    },
  }
}

/** Returns the countries in which an incentive is allowed; null means every country. */
const listIncentiveCountries = ({ on, countries }: Incentive): string[] | null =>
  on ? (countries === 'all' ? null : [...countries]) : []
