import type { Step } from './engine-action.ts'

const step = (text: string): Step => {
  const [what = '', ...numbers] = text.trim().split(/\s+/)
  const [kind = '', way = ''] = what.split('/')
  const [first = 0, second = 0, third = 0] = numbers.map(Number)
  return { kind, way, n: [first, second, third] }
}

/** Reads steps: kind, way and three numbers, parted by semicolons or lines. */
export const parseSteps = (text: string): Step[] =>
  text
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '')
    .flatMap((line) => line.split(';'))
    .map(step)

/**
 * Three plans, four people and their first money: what every walk begins with. Kind, way, who,
 * which plan, how much.
 */
export const OPENING = parseSteps(`
  publish/new 0 0 0; publish/new 0 0 0; publish/new 0 0 0
  join/alone; join/both 0; join/invited 0; join/claims
  quote/fits 0 0 200000; observe/fits -1; confirm/fits -1
  quote/fits 1 2 900000; observe/fits -1; confirm/fits -1
  quote/fits 2 1 110000; observe/fits -1; confirm/fits -1
  quote/fits 3 0 50000; observe/fits -1; confirm/more -1 0 80000
`)

/**
 * Every kind of step in every way, so that each answer comes up and each thing comes about,
 * whatever the machine is like.
 */
export const EVERY_STEP = parseSteps(`
  # what no plan may say, and who may not publish it
  publish/self 0 0 0; publish/promise 0 0 0
  # money for rewards, first too little
  rewards/due; capital/promotion 0 0 1500; rewards/due
  # nothing is held in dollars yet, and nothing placed
  loss/unheld 0 0 0; loss/unplaced 0 0 0; loss/beyond 0 0 0
  # deposits in all their ways
  quote/below 0 0 0; quote/above 0 0 0
  quote/fits 0 0 7; observe/fits -1; observe/again -1; confirm/dust -1; confirm/less -1 0 3000
  confirm/again -1; confirm/other -1
  quote/fits 0 0 9; rejectDeposit/over -1; confirm/unpaid -1; observe/fits -1; rejectDeposit/fits -1
  quote/fits 1 2 5000; observe/fits -1; confirm/bank -1 0 77777
  quote/fits 1 0 5000; observe/fits -1; confirm/used -1; confirm/cents -1; confirm/fits -1
  quote/fits 2 2 1; observe/late -1; confirm/fits -1
  join/both 1; quote/fits 4 2 70000; observe/fits -1; confirm/fits -1
  quote/fits 3 2 1; quote/fits 3 2 2; quote/fits 3 2 3; quote/fits 3 2 4; quote/fits 3 2 5
  quote/fits 3 2 6
  # the operator's own money, and corrections
  capital/own 0 0 390000; adjust/up 0 0 500; adjust/down 0 0 300; adjust/stale 0 0 0
  adjust/invested 0 0 0
  adjust/beyond 0 0 0; adjust/rich 0 0 0; adjust/large 0 0 50; adjust/large 0 0 60; decide/self -1
  decide/changed -1
  decide/yes -1; decide/again -1; adjust/large 3 0 50; adjust/up 3 0 7; decide/yes -1; decide/no -1
  # from cash into plans
  invest/fits 3 2 9000; invest/fits 3 0 10001; invest/below 3 0 0; invest/above 3 0 0
  invest/beyond 3 2 0; invest/fits 3 1 2
  choose/fits 0 1; choose/fits 1 2; choose/fits 2 2
  # notice where the plan asks for it
  giveRedemptionNotice/fits 0 0 5000; giveRedemptionNotice/fits 0 0 20000
  giveRedemptionNotice/beyond 0 0 0; giveRedemptionNotice/none 0 0 0; takeBack/fits 0
  takeBack/over 0
  # withdrawals out of cash and positions, taken back in their term
  days/one; withdraw/deep 3 0 40000; cancel/fits -1; cancel/over -1; withdraw/picked 3 0 700
  reject/fits -1; reject/over -1
  withdraw/several 3 0 90000; approve/ines -1; reject/fits -1
  withdraw/noticed 2 0 0; withdraw/bound 2 0 500; withdraw/short 3 0 0; withdraw/beyond 3 0 0
  withdraw/tiny 3 0 0
  withdraw/profitBeyond 3 0 0
  # ten thousand and more take two of the staff
  quote/fits 1 2 2000000; observe/fits -1; confirm/fits -1
  withdraw/deep 1 0 1500000; approve/ines -1; approve/ines -1; approve/ruth -1; approve/over -1
  pay/over 0; pay/fits -1; pay/again -1
  withdraw/cash 1 0 0; approve/ines -1; approve/ruth -1
  reject/fits -1 # and so does what comes after so much
  withdraw/cash 0 0 3000; approve/ines -1; pay/spent -1; pay/fits -1
  withdraw/all 1 0 0; approve/ruth -1; decide/yes -1; reject/fits -1
  # losses, which cut what waits for its notice
  capital/placed 0 1 350000; capital/placed 0 0 5000; takeBack/fits 0
  giveRedemptionNotice/all 0 0 0
  loss/assets 0 1 5000; decide/yes -1; loss/whole 0 0 0; loss/whole 0 0 0; decide/yes -1
  decide/yes -1; decide/no -1
  loss/USD 0 2 300; decide/yes -1; loss/USDT 0 2 9999; decide/self -1; decide/yes -1
  # what left before a loss, or before its plan closed, stays cash
  withdraw/deep 3 0 700; loss/USD 0 2 300; decide/yes -1; loss/USD 0 0 300; decide/yes -1
  loss/USD 0 1 300; decide/yes -1; cancel/fits -1
  # income, short at first, then more than enough; terms end
  income/short 0 0 500; decide/yes -1; income/used 0 0 0; income/plenty 0 2 70000
  decide/changed -1; decide/yes -1
  days/few 0 0 4; withdraw/deep 0 0 90000; days/again; days/few 0 0 3
  giveRedemptionNotice/fits 0 0 100; days/few 0 0 5; days/few 0 0 5
  days/few 0 0 5; choose/over 0 0; giveRedemptionNotice/over 0 0; cancel/fits -1; days/again
  rewards/due
  income/plenty 0 0 89999; decide/yes -1; days/again; withdraw/gone 0 0 9000
  withdraw/profit 0 0 1; approve/ines -1; pay/fits -1
  withdraw/profitAll 3 0 0; cancel/fits -1
  capital/promotion 0 0 11000; rewards/due; capital/promotion 0 0 11000; rewards/due
  # everything of a plan is lost, also what waits
  quote/fits 2 1 3; observe/fits -1; confirm/fits -1; giveRedemptionNotice/fits -1 0 9000
  capital/placed 0 1 390000
  loss/whole 0 1 0; loss/whole 0 1 0; decide/yes -1; decide/yes -1; decide/no -1
  # a plan that continues with other terms, and one that ends
  publish/other 0 0 3; quote/closed 0 0 1; invest/closed 1 0 1
  days/month; publish/closed 0 0 0; quote/fits 3 2 9000; observe/fits -1; confirm/fits -1
  withdraw/deep 3 0 700; close/fits 0 2 0; cancel/fits -1; close/again 0 0 0; publish/closed 0 0 0
  quote/closed 0 1 1; days/month
  days/year; income/plenty 0 1 5; decide/yes -1; days/again
`)

/** The answers that the steps must get, by kind of step. */
export const ANSWERS: Record<string, string> = {
  join: 'ok',
  quote: 'ok outside_limits not_found too_many_quotes',
  observe: 'ok already_submitted',
  confirm: 'ok received_too_small receipt_used receipt_conflict already_confirmed not_pending',
  rejectDeposit: 'ok not_pending',
  invest: 'ok outside_limits insufficient_funds not_found',
  choose: 'ok position_ended',
  giveRedemptionNotice: 'ok invalid_amount no_notice position_ended matures_first',
  takeBack: 'ok notice_over',
  withdraw: 'ok invalid_amount notice_needed not_found',
  cancel: 'ok not_pending',
  approve: 'ok second_admin not_pending',
  reject: 'ok not_open',
  pay: 'ok not_approved txid_used',
  income: 'ok receipt_used',
  loss: 'ok loss_exceeds_principal more_than_placed insufficient_funds',
  decide:
    'ok second_admin content_changed already_decided balance_changed loss_exceeds_principal ' +
    'more_than_placed',
  adjust: 'ok balance_changed figure_is_derived insufficient_funds already_proposed',
  rewards: 'ok',
  capital: 'ok',
  days: 'ok',
  publish: 'ok promises_return second_admin_needed plan_closed',
  close: 'ok already_closed',
}

/** The events that the steps must bring about. */
export const EVENTS = [
  'observed late',
  'matured',
  'reinvested',
  'not reinvested',
  'return reinvested',
  'paid short',
  'paid in full',
  'given back in its term',
  'given back after its term',
  'given back after a loss',
  'given back after its plan closed',
  'lowered by a loss',
  'lost',
  'notice ended',
  'notice cut',
  'notice lost',
  'reward short',
  'referral paid',
  'campaign paid',
  'beyond the budget',
]
