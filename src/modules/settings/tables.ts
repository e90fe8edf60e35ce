import type { ColumnType } from 'kysely'
import type { PaymentMethodCode, SettingName, Settings } from './model.ts'

type ChangeColumns = { changed_by: string; changed_at: Date }

export type SettingsTables = {
  setting: ChangeColumns & {
    name: SettingName
    value: ColumnType<Settings[SettingName], string, string>
  }
  payment_method: ChangeColumns & {
    method: PaymentMethodCode
    quote_minutes: number
    confirmations: number
    withdrawal_fee_cents: bigint
    min_withdrawal_cents: bigint
  }
  receiving_address: ChangeColumns & {
    id: string
    method: PaymentMethodCode
    address: string
    effective_from: Date
  }
}
