import type { ColumnType } from 'kysely'
import type { PaymentMethodCode, SettingName, Settings } from './model.ts'

type Changed = { changed_by: string; changed_at: Date }

export type SettingsTables = {
  setting: Changed & {
    name: SettingName
    value: ColumnType<Settings[SettingName], string, string>
  }
  payment_method: Changed & {
    method: PaymentMethodCode
    quote_minutes: number
    confirmations: number
    withdrawal_fee_cents: bigint
    min_withdrawal_cents: bigint
  }
  receiving_address: Changed & {
    id: string
    method: PaymentMethodCode
    address: string
    effective_from: Date
  }
}
