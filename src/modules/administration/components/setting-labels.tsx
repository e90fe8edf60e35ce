import type { SettingName } from './calls.tsx'
import { legal, retention, verification } from './compliance-settings.tsx'
import { confirmations } from './confirmation-settings.tsx'
import { countries } from './country-settings.tsx'
import { explorers } from './explorer-settings.tsx'
import { campaigns, referral } from './incentive-settings.tsx'
import { deposits, fees, plans, withdrawals } from './limit-settings.tsx'
import { monitoring } from './monitoring-settings.tsx'
import { operator } from './operator-setting.tsx'
import type { SettingLabels } from './setting-form.tsx'

/** The labels and the form of each setting on the settings screen. */
export const SETTING_LABELS: Record<SettingName, SettingLabels> = {
  operator,
  deposits,
  withdrawals,
  confirmations,
  explorers,
  monitoring,
  plans,
  fees,
  legal,
  referral,
  campaigns,
  retention,
  verification,
  countries,
}
