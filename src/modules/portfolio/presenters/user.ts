import type { DataExport } from '../queries/data-exports.ts'
import type { Portfolio } from '../queries.ts'

/** Returns the member and their figures as the contract states them. */
export const toUserResponse = ({ member, figures }: Portfolio) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  phone_number: member.phoneNumber,
  referral_code: member.referralCode,
  total_balance: figures.profit,
  withdrawable_balance: figures.balance,
  total_invest: figures.deposited,
  total_withdrawal: figures.withdrawn,
  accrued: figures.accrued,
  due: figures.due,
  createdAt: member.createdAt,
  country: member.country,
  portfolio_value: figures.balance + figures.profit + figures.held,
  cash: figures.cash,
  principal: figures.principal,
  held: figures.held,
})

/** Returns a data export as the contract states it. */
export const toDataExportResponse = ({ id, bytes, ...dataExport }: DataExport) => ({
  ...dataExport,
  _id: id,
  bytes: bytes === null ? null : String(bytes),
})
