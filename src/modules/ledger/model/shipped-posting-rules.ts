/**
 * The posting rules of this version, one a line: transfer type, account type of the debit, account
 * type of the credit, what each needs, and the amount in minor units from which another admin
 * approves. `scripts/check-rows.mjs` has a list of its own; a test compares both with the database.
 */
export const SHIPPED_POSTING_RULES = `
adjusted equity member_cash reason daily from=100000
adjusted member_cash equity reason daily from=100000
assets_lost equity plan_assets reason from=0
assets_lost member_principal plan_assets reason spread from=0
assets_lost plan_income plan_assets reason from=0
assets_placed exchange custody dollars from=0
assets_placed plan_assets custody from=0
assets_placed plan_assets exchange custody from=0
assets_returned custody exchange receipt from=0
assets_returned custody plan_assets receipt from=0
assets_returned exchange plan_assets custody from=0
capital_paid_in custody equity receipt from=0
capital_paid_in custody exchange receipt from=0
capital_paid_in exchange equity custody from=0
capital_paid_out equity custody reason from=0
capital_paid_out equity exchange custody reason from=0
capital_paid_out exchange custody dollars reason from=0
converted custody exchange receipt reason from=0
converted exchange custody reason from=0
custody_moved custody custody from=0
deposit_confirmed custody exchange receipt
deposit_confirmed custody member_cash receipt
deposit_confirmed exchange member_cash custody
deposit_reversed exchange custody dollars reason from=0
deposit_reversed member_cash custody reason from=0
deposit_reversed member_cash exchange custody reason from=0
fee_charged member_hold_cash fees
fee_charged member_hold_profit fees
fee_reversed fees member_cash reason from=0
fee_reversed fees member_profit reason from=0
fees_taken fees equity
income_recorded custody exchange receipt from=0
income_recorded custody plan_income receipt from=0
income_recorded exchange plan_income custody from=0
income_reversed exchange custody dollars reason from=0
income_reversed plan_income custody reason from=0
income_reversed plan_income exchange custody reason from=0
loss_recorded exchange custody dollars reason from=0
loss_recorded member_principal custody reason spread from=0
loss_recorded member_principal exchange custody reason spread from=0
loss_recorded plan_income custody reason from=0
loss_recorded plan_income exchange custody reason from=0
network_fee_paid equity exchange custody daily from=10000
network_fee_paid exchange custody dollars
network_fee_paid fees exchange custody daily from=10000
position_opened member_cash member_principal owner
position_opened member_profit member_principal owner
principal_redeemed member_principal member_cash owner
promotion_funded equity promotion from=0
promotion_returned promotion equity from=0
return_paid plan_income member_profit
reward_paid promotion member_cash
suspense_matched exchange member_cash custody
suspense_matched suspense exchange
suspense_matched suspense member_cash
suspense_received custody suspense receipt
suspense_refunded suspense custody reason from=0
withdrawal_held member_cash member_hold_cash owner
withdrawal_held member_profit member_hold_profit owner
withdrawal_paid exchange custody dollars
withdrawal_paid member_hold_cash custody
withdrawal_paid member_hold_cash exchange custody
withdrawal_paid member_hold_profit custody
withdrawal_paid member_hold_profit exchange custody
withdrawal_released member_hold_cash member_cash owner
withdrawal_released member_hold_profit member_profit owner
withdrawal_reversed custody exchange reason from=0
withdrawal_reversed exchange member_cash custody reason from=0
withdrawal_reversed exchange member_profit custody reason from=0
`
