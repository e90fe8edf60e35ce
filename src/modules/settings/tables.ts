import type { ColumnType, Generated } from 'kysely'
import type {
  AddressChain,
  AddressMode,
  AddressScript,
  PaymentMethodCode,
  SettingName,
  Settings,
} from './model.ts'

type ChangeColumns = { changed_by: string; changed_at: Date }

export type SettingsTables = {
  setting: ChangeColumns & {
    name: SettingName
    value: ColumnType<Settings[SettingName], string, string>
    change_id: Generated<string | null>
  }
  setting_change: {
    id: string
    setting: SettingName
    changes: ColumnType<Record<string, unknown>, string, never>
    approved_at: Date
    effective_from: Date
    applied_at: Generated<Date | null>
    cancelled_at: Generated<Date | null>
    cancelled_by: Generated<string | null>
  }
  payment_method: ChangeColumns & {
    method: PaymentMethodCode
    quote_minutes: number
  }
  fee_terms: {
    sequence: Generated<bigint>
    method: PaymentMethodCode
    withdrawal_fee_cents: bigint
    min_withdrawal_cents: bigint
    announced_at: Date
    effective_from: Date
    announced_by: string
    approval_id: string | null
  }
  receiving_address: ChangeColumns & {
    id: string
    method: PaymentMethodCode
    address: string
    effective_from: Date
    /** The second admin's decision, which live requires. */
    approval_id: string | null
  }
  address_source: ChangeColumns & {
    id: string
    sequence: Generated<bigint>
    method: PaymentMethodCode
    mode: AddressMode
    chain: AddressChain
    account_key: string | null
    script_type: AddressScript | null
    fingerprint: string | null
    path: string | null
    addresses: string[] | null
    effective_from: Date
    /** The second admin's decision, which live requires. */
    approval_id: string | null
  }
}
