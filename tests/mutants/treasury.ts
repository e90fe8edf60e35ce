import type { Mutant } from '../../tools/mutants.ts'

const treasury = 'src/modules/treasury'
const capitalTest = `vitest run ${treasury}/commands/propose-capital-in.test.ts`
const carryTest = `vitest run ${treasury}/steps/carry-out-movement.test.ts`
const feeTest = `vitest run ${treasury}/commands/record-network-fee.test.ts`
const actsTest = 'vitest run src/modules/approvals/model.test.ts'
const movementsTest = 'vitest run tests/properties/treasury-movements.test.ts'

/** Mistakes with the house's own money and with what is held. */
export const mutants: Mutant[] = [
  {
    name: 'a transaction that is another one in capitals',
    why: 'the coin of a deposit could be recorded as capital a second time',
    file: `${treasury}/model.ts`,
    replace:
      'said ? { source: currency as Coin, reference: receiptReference(said), outputIndex } : null',
    with:
      'said ? { source: currency as Coin, reference: receiptReference(said) && said, ' +
      'outputIndex } : null',
    caughtBy: capitalTest,
    says: 'the coin of a deposit is never the operator',
  },
  {
    name: 'a receipt that is proposed although it was used',
    why: 'what a deposit has used could be proposed as capital, and only the posting would notice',
    file: `${treasury}/steps/note-arrival.ts`,
    replace: 'if (known.consumedBy !== null) throw receiptUsed(currency)',
    with: "if (known.id === '') throw receiptUsed(currency)",
    caughtBy: capitalTest,
    says: 'the coin of a deposit is never the operator',
  },
  {
    name: 'a movement proposed without what it will post',
    why: 'an approval would be of words alone, and nothing could be carried out for it',
    file: `${treasury}/steps/begin-movement.ts`,
    replace: '    postingHash: await postingHashOf(tx, transfers),\n',
    with: '    postingHash: await postingHashOf(tx, transfers.slice(1)),\n',
    caughtBy: movementsTest,
    says: 'whatever is proposed can be carried out unchanged',
  },
  {
    name: 'content that forgets the place',
    why: 'what two admins agreed to would leave from another wallet, or not at all',
    file: `${treasury}/model.ts`,
    replace:
      '    Object.entries(movement).map(([field, value]) => [field, value === null ? null : ' +
      'String(value)]),',
    with:
      '    Object.entries(movement).map(([field, value]) => [field, value === null || field ' +
      "=== 'place' ? null : String(value)]),",
    caughtBy: movementsTest,
    says: 'a movement is read back from what was written of it',
  },
  {
    name: 'carrying out more than was agreed to',
    why: 'one admin would decide on the amount after all',
    file: `${treasury}/steps/carry-out-movement.ts`,
    replace: 'const movement = movementOf(proposal.content)',
    with:
      "const agreed = movementOf(proposal.content)\n  const movement = 'cents' in agreed ? { " +
      '...agreed, cents: agreed.cents + 1n } : agreed',
    caughtBy: carryTest,
    says: 'what was agreed to is posted once',
  },
  {
    name: 'carrying out without the approval',
    why: 'the ledger would have to believe that somebody agreed',
    file: `${treasury}/steps/carry-out-movement.ts`,
    replace: '{ id: proposal.id, movement, proposal }',
    with: '{ id: proposal.id, movement }',
    caughtBy: carryTest,
    says: 'what was agreed to is posted once',
  },
  {
    name: 'a proposal in the name of the house',
    why: 'who proposed could approve it alone',
    file: `${treasury}/steps/begin-movement.ts`,
    replace: 'return await propose(tx, app, admin, {',
    with: "return await propose(tx, app, { ...admin, id: 'system' }, {",
    caughtBy: capitalTest,
    says: 'who proposed never approves',
  },
  {
    name: 'a conversion with one leg',
    why: 'dollars would come in for coin that still seems to be held',
    file: `${treasury}/model.ts`,
    replace: 'return converted(base, movement)',
    with: 'return converted(base, movement).slice(1)',
    caughtBy: `vitest run ${treasury}/commands/convert-custody.test.ts`,
    says: 'coin sold leaves and its dollars come in',
  },
  {
    name: 'a place that is looked at without being held',
    why: 'two movements at once would take what is there twice',
    file: `${treasury}/steps/post-movement.ts`,
    replace: '  await lockTaken(tx, transfers)\n',
    with: '  if (transfers.length === 0) await lockTaken(tx, transfers)\n',
    caughtBy: `vitest run ${treasury}/commands/move-custody.test.ts`,
    says: 'who comes while another moves from a place waits',
  },
  {
    name: 'an arrival that is settled without looking whether it was before',
    why: 'who comes too late would read of a conflict in the books, or of too low a balance',
    file: `${treasury}/queries.ts`,
    replace: 'if (await findEntry(reader, settledEvent(receiptId)))',
    with: 'if (receiptId === "" && (await findEntry(reader, settledEvent(receiptId))))',
    caughtBy: `vitest run ${treasury}/commands/match-suspense.test.ts`,
    says: 'once: not to another member',
  },
  {
    name: 'a member matched at more than arrived',
    why: 'the house would owe a cent that nobody sent, each time',
    file: `${treasury}/commands/match-suspense.ts`,
    replace: "const worth = await worthOf(app, { currency, units }, 'in')",
    with: "const worth = await worthOf(app, { currency, units }, 'out')",
    caughtBy: `vitest run ${treasury}/commands/match-suspense.test.ts`,
    says: 'at the price of now, rounded down',
  },
  {
    name: 'a network fee that is recorded as often as it is sent',
    why: 'the books would drift below the chain',
    file: `${treasury}/model.ts`,
    replace: 'export const feeEvent = (coin: Currency, txid: string) =>',
    with: 'export const feeEvent = (coin: Currency, txid: string) => Math.random() +',
    caughtBy: `vitest run ${treasury}/commands/record-network-fee.test.ts`,
    says: 'a transaction costs once',
  },
  {
    name: 'a place opened by a slip of the pen',
    why: 'coin would be booked where nobody holds anything',
    file: `${treasury}/commands/move-custody.ts`,
    replace: 'if (opensPlace && !(await isPlace(tx, currency, place))) return',
    with: 'if (!(await isPlace(tx, currency, place))) return',
    caughtBy: `vitest run ${treasury}/commands/move-custody.test.ts`,
    says: 'a place is opened only when that is said',
  },
  {
    name: 'coin that one admin sells alone',
    why: 'ninety bitcoin would go for a dollar that nobody has seen',
    file: 'src/modules/approvals/model.ts',
    replace: "'custody.convert': { may: MONEY, second: always }",
    with: "'custody.convert': { may: MONEY, second: inLive }",
    caughtBy: actsTest,
    says: 'every act is open to the roles of the table',
  },
  {
    name: 'coin that one admin moves to a place of his own',
    why: 'what is held would lie where only he says that it is',
    file: 'src/modules/approvals/model.ts',
    replace: "'custody.move': { may: MONEY, second: always }",
    with: "'custody.move': { may: MONEY, second: never }",
    caughtBy: actsTest,
    says: 'every act is open to the roles of the table',
  },
  {
    name: 'a large network fee that one admin records alone',
    why: 'all that is the operator’s own could leave as a cost',
    file: `${treasury}/steps/begin-movement.ts`,
    replace: 'cents >= from',
    with: 'cents > from',
    caughtBy: feeTest,
    says: 'from $100.00 on another admin agrees',
  },
  {
    name: 'a conversion at any price',
    why: 'two admins, one of them in a hurry, would give coin away',
    file: `${treasury}/model.ts`,
    replace: 'if (apart * 10n <= given) return',
    with: 'if (apart <= given * 10n) return',
    caughtBy: `vitest run ${treasury}/commands/convert-custody.test.ts`,
    says: 'far from the market’s price nobody converts',
  },
  {
    name: 'a proposal that records what it says has arrived',
    why: 'a slip of the pen, or malice, would lock the payment for good',
    file: `${treasury}/steps/begin-movement.ts`,
    replace: '  await assertStillThere(tx, movement)\n',
    with:
      '  await assertStillThere(tx, movement)\n  const { recordArrived } = await ' +
      "import('./record-arrived.ts')\n  await recordArrived(app, tx, movement, { by: " +
      'admin.id, at: app.clock.now() })\n',
    caughtBy: capitalTest,
    says: 'a slip of the pen that was turned down locks nothing',
  },
  {
    name: 'a receipt recorded meanwhile under another id',
    why: 'who decides would be told of broken books instead of a payment that was used',
    file: `${treasury}/steps/record-arrived.ts`,
    replace: '  if (id !== arrival.id) throw receiptUsed(arrival.currency)\n',
    with: "  if (id === '') throw receiptUsed(arrival.currency)\n",
    caughtBy: capitalTest,
    says: 'two may propose the same coin at once',
  },
  {
    name: 'a receipt that whoever decides is said to have seen',
    why: 'the journal would name the wrong witness of what arrived',
    file: `${treasury}/steps/post-movement.ts`,
    replace: 'await recordArrived(app, tx, movement, { by, at })',
    with: 'await recordArrived(app, tx, movement, { by: by && admin.id, at })',
    caughtBy: capitalTest,
    says: 'the receipt is the one that was decided on',
  },
  {
    name: 'a network fee under the bare id of its transaction',
    why: 'whoever names the transaction could have the row read as one of a deposit',
    file: `${treasury}/model.ts`,
    replace:
      "if (movement.kind === 'network_fee_paid') return feeEvent(movement.currency, " +
      'movement.txid)\n  return movement.kind.startsWith',
    with:
      "if (movement.kind === 'network_fee_paid') return movement.txid\n  return " +
      'movement.kind.startsWith',
    caughtBy: feeTest,
    says: 'what a transaction cost leaves custody',
  },
  {
    name: 'an id of ours taken for a bank reference',
    why: 'a row of the journal could be made to look like another one',
    file: 'src/lib/payment-references.ts',
    replace: '/^[a-z]{3,4}_[0-9a-z]+$/i.test(text)',
    with: '/^[a-z]{3,4}_[0-9a-z]+$/.test(text)',
    caughtBy: 'vitest run src/lib/payment-references.test.ts',
    says: 'what reads like an id of ours is no payment',
  },
  {
    name: 'a place that nobody outside ever speaks of',
    why: 'coin could be booked into a drawer, and every look at the books would find them right',
    file: 'src/modules/integrity/queries.ts',
    replace: 'if (isUnconfirmed(line, now)) return',
    with: "if (line.place === '' && isUnconfirmed(line, now)) return",
    caughtBy: 'vitest run tests/faults/integrity-invariants.test.ts',
    says: 'a place that holds something counts for nothing',
  },
  {
    name: 'a movement that leaves the simulated outside where it was',
    why:
      'every comparison in the sandbox would open a break, and a true one would drown among ' +
      'them',
    file: `${treasury}/steps/post-movement.ts`,
    replace: '  await moveOutside(app, tx, transfers, id)\n',
    with: '',
    caughtBy: 'vitest run tests/flows/treasury.test.ts',
    says: 'the outside holds what the books say',
  },
]
