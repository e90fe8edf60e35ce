import type { Member } from '#modules/identity/model.ts'
import type { PositionView } from '#modules/plans/queries.ts'
import type { OwnEntry, Portfolio } from '#modules/portfolio/queries.ts'
import type { UserLine } from '../queries.ts'

const toMemberResponse = (member: Member) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  createdAt: member.createdAt,
})

/** Returns a member of the list as the contract answers it, amounts in cents. */
export const toUserLineResponse = ({ member, balance, profit, deposited }: UserLine) => ({
  ...toMemberResponse(member),
  withdrawable_balance: balance,
  total_balance: profit,
  total_invest: deposited,
})

const toPositionResponse = (position: PositionView) => ({
  _id: position.id,
  plan: position.planName,
  family: position.family,
  status: position.status,
  principal: position.principal,
  remaining: position.remaining,
  accrued: position.status === 'open' ? position.accrued : 0n,
  openedOn: position.openedOn,
  maturesOn: position.maturesOn,
})

/** Returns a member with all figures as the contract answers them, amounts in cents. */
export const toUserResponse = ({ member, figures, positions }: Portfolio) => ({
  ...toUserLineResponse({ member, ...figures }),
  phone_number: member.phoneNumber,
  country: member.country,
  referral_code: member.referralCode,
  suspended_reason: member.suspendedReason,
  review_on: member.reviewOn,
  lastSignInAt: member.lastSignInAt,
  total_withdrawal: figures.withdrawn,
  cash: figures.cash,
  principal: figures.principal,
  held: figures.held,
  accrued: figures.accrued,
  due: figures.due,
  positions: positions.map(toPositionResponse),
})

/** Returns a journal row of a member as the contract answers it. */
export const toEntryResponse = (row: OwnEntry) => ({
  _id: String(row.entry),
  journalNumber: row.journalNumber === null ? null : String(row.journalNumber),
  what: row.description,
  effective: row.effective,
  postedAt: row.postedAt,
  amount: row.amount,
  change: row.change,
  reference: row.reference,
  reason: row.reason,
})
