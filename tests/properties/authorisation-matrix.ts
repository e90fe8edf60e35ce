/**
 * Who may call what, written down apart from the code: read it beside PRODUCT.md, section 1. One
 * line a call, one word for each of eight people:
 *
 * - in: let in. What happens then is the call's own affair, never a refusal for who one is.
 * - 401: has to log in. 403: is signed in and may not.
 * - 404: the answer about a thing of the client's is the answer about an unknown thing, to the last
 * letter.
 * - suspended: may when active; the answer says why not, and when that is reviewed.
 *
 * 'other' is another member with things of the same kinds; a call with a thing in its address is
 * made about the client's, by the suspended member about an own one. A caller without a session is
 * 'anonymous'. A new call is a line here; where something has to be sent for it to go through, a
 * line in authorisation-requests.ts too.
 */
export const MATRIX = `
                                                  anonymous  client  other  suspended  viewer  support  finance  owner

settings and market
GET   /api/payment-methods                        in         in      in     in         in      in       in       in
GET   /api/operator                               in         in      in     in         in      in       in       in
GET   /api/market/prices                          in         in      in     in         in      in       in       in
GET   /api/market                                 in         in      in     in         in      in       in       in
GET   /api/market/history                         in         in      in     in         in      in       in       in
GET   /api/market/{symbol}/candles                in         in      in     in         in      in       in       in
GET   /api/plans                                  in         in      in     in         in      in       in       in
GET   /api/campaign                               in         in      in     in         in      in       in       in
GET   /api/referral/{code}                        in         in      in     in         in      in       in       in
GET   /api/transparency                           in         in      in     in         in      in       in       in
GET   /api/transparency/log                       in         in      in     in         in      in       in       in
POST  /api/enquiries                              in         in      in     in         in      in       in       in

signing up, in and out
GET   /api/user/terms                             in         in      in     in         in      in       in       in
POST  /api/user                                   in         in      in     in         in      in       in       in
PATCH /api/user/verify                            in         in      in     in         in      in       in       in
POST  /api/confirm/{token}                        in         in      in     in         in      in       in       in
POST  /api/user/new-code                          in         in      in     in         in      in       in       in
POST  /api/user/login                             in         in      in     in         in      in       in       in
POST  /api/user/logout                            in         in      in     in         in      in       in       in
POST  /api/user/forget-pass                       in         in      in     in         in      in       in       in
POST  /api/user/change/{id}                       in         in      in     in         in      in       in       in
POST  /api/user/email/{token}                     in         in      in     in         in      in       in       in
POST  /api/not-me/{token}                         in         in      in     in         in      in       in       in
GET   /api/session                                in         in      in     in         in      in       in       in
POST  /api/admin/login                            in         in      in     in         in      in       in       in
POST  /api/admin/logout                           in         in      in     in         in      in       in       in
POST  /api/admin/forget-pass                      in         in      in     in         in      in       in       in

a member's own
POST  /api/user/pass/check                        401        in      in     in         403     403      403      403
GET   /api/user/profile                           401        in      in     in         403     403      403      403
PATCH /api/user/profile                           401        in      in     suspended  403     403      403      403
POST  /api/user/email                             401        in      in     suspended  403     403      403      403
DELETE /api/user/email                            401        in      in     in         403     403      403      403
GET   /api/user/consents                          401        in      in     in         403     403      403      403
POST  /api/user/consents                          401        in      in     in         403     403      403      403
GET   /api/user/data-exports                      401        in      in     in         403     403      403      403
POST  /api/user/data-exports                      401        in      in     in         403     403      403      403
GET   /api/user/data-exports/{id}/file            401        in      404    in         403     403      403      403
GET   /api/user/closing                           401        in      in     in         403     403      403      403
POST  /api/user/closing                           401        in      in     suspended  403     403      403      403
GET   /api/notifications                          401        in      in     in         403     403      403      403
GET   /api/notifications/unread                   401        in      in     in         403     403      403      403
POST  /api/notifications/{id}/read                401        in      404    in         403     403      403      403
POST  /api/notifications/read                     401        in      in     in         403     403      403      403
GET   /api/notifications/choices                  401        in      in     in         403     403      403      403
PUT   /api/notifications/choices                  401        in      in     in         403     403      403      403
PATCH /api/user/pass                              401        in      in     in         403     403      403      403
GET   /api/user                                   401        in      in     in         403     403      403      403
GET   /api/user/entries                           401        in      in     in         403     403      403      403
GET   /api/positions                              401        in      in     in         403     403      403      403
POST  /api/positions                              401        in      in     suspended  403     403      403      403
GET   /api/positions/{id}                         401        in      404    in         403     403      403      403
PATCH /api/positions/{id}                         401        in      404    suspended  403     403      403      403
GET   /api/positions/{id}/redemption?amount=1     401        in      404    in         403     403      403      403
POST  /api/positions/{id}/notice                  401        in      404    suspended  403     403      403      403
GET   /api/positions/notices                      401        in      in     in         403     403      403      403
POST  /api/positions/notices/{id}/cancel          401        in      404    suspended  403     403      403      403
GET   /api/users/affiliates                       401        in      in     in         403     403      403      403
GET   /api/user/incentives                        401        in      in     in         403     403      403      403
GET   /api/user/statement                         401        in      in     in         403     403      403      403
GET   /api/user/statement.csv                     401        in      in     in         403     403      403      403
GET   /api/user/statement.pdf                     401        in      in     in         403     403      403      403
GET   /api/user/liability-proof                   401        in      in     in         403     403      403      403
GET   /api/user/entry-proof?seq=1                 401        in      in     in         403     403      403      403
GET   /api/user/balance                           401        in      in     in         403     403      403      403
GET   /api/user/year                              401        in      in     in         403     403      403      403
GET   /api/user/course                            401        in      in     in         403     403      403      403
GET   /api/user/figure?figure=balance             401        in      in     in         403     403      403      403
GET   /api/user/chain-blocks                      401        in      in     in         403     403      403      403
GET   /api/user/chain                             401        in      in     in         403     403      403      403

eligibility
GET   /api/users/eligibility                      401        in      in     in         403     403      403      403
GET   /api/users/eligibility/evidence.json        401        in      in     in         403     403      403      403
POST  /api/users/eligibility/category             401        in      in     suspended  403     403      403      403
POST  /api/users/eligibility/questions            401        in      in     suspended  403     403      403      403
POST  /api/users/eligibility/warning              401        in      in     suspended  403     403      403      403
POST  /api/users/eligibility/cooling-off          401        in      in     suspended  403     403      403      403

deposits
POST  /api/deposit/quote                          401        in      in     suspended  403     403      403      403
POST  /api/deposit/{id}/quote                     401        in      404    suspended  403     403      403      403
GET   /api/deposit/{id}                           401        in      404    in         403     403      403      403
POST  /api/deposit/payments/{id}/refund-address    401        in      404    in         403     403      403      403
POST  /api/deposit                                401        in      404    suspended  403     403      403      403
GET   /api/transactions/deposit                   401        in      in     in         403     403      403      403
GET   /api/deposit/times                          401        in      in     in         403     403      403      403

withdrawals
GET   /api/withdraw/available                     401        in      in     in         403     403      403      403
POST  /api/withdraw                               401        in      404    suspended  403     403      403      403
GET   /api/withdraw                               401        in      in     in         403     403      403      403
GET   /api/withdraw/times                         401        in      in     in         403     403      403      403
GET   /api/withdraw/{id}                          401        in      404    in         403     403      403      403
POST  /api/withdraw/preview                       401        in      404    suspended  403     403      403      403
POST  /api/withdraw/{id}/cancel                   401        in      404    suspended  403     403      403      403
GET   /api/wallets                                401        in      in     in         403     403      403      403
PUT   /api/wallets                                401        in      in     suspended  403     403      403      403

staff: read all screens
GET   /api/admin                                  401        403     403    403        in      in       in       in
GET   /api/admin/users                            401        403     403    403        in      in       in       in
GET   /api/admin/users/{id}                       401        403     403    403        in      in       in       in
GET   /api/admin/totals                           401        403     403    403        in      in       in       in
GET   /api/admin/funds                            401        403     403    403        in      in       in       in
GET   /api/admin/pending                          401        403     403    403        in      in       in       in
GET   /api/transactions                           401        403     403    403        in      in       in       in
GET   /api/transactions/counts                    401        403     403    403        in      in       in       in
GET   /api/transactions/reviews?ids=none          401        403     403    403        in      in       in       in
GET   /api/transactions/unmatched                 401        403     403    403        in      in       in       in
GET   /api/transactions/{id}/review               401        403     403    403        in      in       in       in
GET   /api/transactions/{id}/proof                401        403     403    403        403     in       in       in
GET   /api/admin/withdrawals                      401        403     403    403        in      in       in       in
GET   /api/admin/withdrawals/counts               401        403     403    403        in      in       in       in
GET   /api/admin/withdrawals/reviews?ids=none     401        403     403    403        in      in       in       in
GET   /api/admin/withdrawals/{id}/review          401        403     403    403        in      in       in       in
GET   /api/admin/views?list=deposits              401        403     403    403        in      in       in       in
POST  /api/admin/views                            401        403     403    403        in      in       in       in
DELETE /api/admin/views/{id}                      401        403     403    403        in      in       in       in

staff: confirm, reject or reverse a deposit
POST  /api/transactions/{id}/observed-payment     401        403     403    403        403     403      in       in
POST  /api/transactions/{id}/confirm              401        403     403    403        403     403      in       in
POST  /api/transactions/unmatched/{id}/receive    401        403     403    403        403     403      in       in
POST  /api/transactions/{id}/reject               401        403     403    403        403     403      in       in
POST  /api/transactions/{id}/reverse              401        403     403    403        403     403      in       in

staff: approve, export, pay, reject or reverse a withdrawal
POST  /api/admin/withdrawals/{id}/approve         401        403     403    403        403     403      in       in
POST  /api/admin/withdrawals/{id}/paid            401        403     403    403        403     403      in       in
POST  /api/admin/withdrawals/{id}/reverse         401        403     403    403        403     403      in       in
POST  /api/admin/withdrawals/{id}/reject          401        403     403    403        403     403      in       in
GET   /api/admin/payout-batches                   401        403     403    403        in      in       in       in
POST  /api/admin/payout-batches                   401        403     403    403        403     403      in       in
GET   /api/admin/payout-batches/{id}              401        403     403    403        in      in       in       in
GET   /api/admin/payout-batches/{id}/draft        401        403     403    403        403     403      in       in
POST  /api/admin/payout-batches/{id}/export       401        403     403    403        403     403      in       in
GET   /api/admin/payout-batches/{id}/file         401        403     403    403        403     403      in       in
POST  /api/admin/payout-batches/{id}/signed       401        403     403    403        403     403      in       in
POST  /api/admin/payout-batches/{id}/send         401        403     403    403        403     403      in       in
POST  /api/admin/payout-batches/{id}/transactions 401        403     403    403        403     403      in       in
POST  /api/admin/payout-batches/{id}/replace      401        403     403    403        403     403      in       in
POST  /api/admin/payout-batches/{id}/cancel       401        403     403    403        403     403      in       in

staff: decide on what another one proposed
GET   /api/admin/approvals                        401        403     403    403        in      in       in       in
GET   /api/admin/approvals/{id}                   401        403     403    403        in      in       in       in
POST  /api/admin/approvals/{id}/approve           401        403     403    403        403     in       in       in
POST  /api/admin/approvals/{id}/reject            401        403     403    403        403     in       in       in

staff: the operator's own money, and custody
GET   /api/admin/treasury                         401        403     403    403        in      in       in       in
GET   /api/admin/receipts                         401        403     403    403        in      in       in       in
POST  /api/admin/treasury/capital/in              401        403     403    403        403     403      in       in
POST  /api/admin/treasury/capital/out             401        403     403    403        403     403      in       in
POST  /api/admin/treasury/assets/place            401        403     403    403        403     403      in       in
POST  /api/admin/treasury/assets/return           401        403     403    403        403     403      in       in
POST  /api/admin/treasury/promotion/fund          401        403     403    403        403     403      in       in
POST  /api/admin/treasury/promotion/return        401        403     403    403        403     403      in       in
POST  /api/admin/treasury/suspense                401        403     403    403        403     403      in       in
POST  /api/admin/treasury/suspense/{id}/match     401        403     403    403        403     403      in       in
POST  /api/admin/treasury/suspense/{id}/refund    401        403     403    403        403     403      in       in
POST  /api/admin/treasury/custody/move            401        403     403    403        403     403      in       in
POST  /api/admin/treasury/custody/convert         401        403     403    403        403     403      in       in
POST  /api/admin/treasury/network-fees            401        403     403    403        403     403      in       in
POST  /api/admin/treasury/fees/take               401        403     403    403        403     403      in       in

staff: what is held outside, compared with the books
GET   /api/admin/custody                          401        403     403    403        in      in       in       in
GET   /api/admin/reconciliation/breaks            401        403     403    403        in      in       in       in
POST  /api/admin/reconciliation/balances          401        403     403    403        403     403      in       in
POST  /api/admin/reconciliation/breaks/{id}/take  401        403     403    403        403     403      in       in
POST  /api/admin/reconciliation/breaks/{id}/resolve 401     403     403    403        403     403      in       in
GET   /api/admin/reserves                         401        403     403    403        in      in       in       in
POST  /api/admin/reserves/addresses               401        403     403    403        403     403      in       in
POST  /api/admin/reserves/addresses/{id}/retire   401        403     403    403        403     403      in       in
POST  /api/admin/reserves/addresses/{id}/statements 401     403     403    403        403     403      in       in
POST  /api/admin/reserves/statements/{id}/signature 401     403     403    403        403     403      in       in

staff: eligibility rules, and the evidence of one member
GET   /api/admin/rules                            401        403     403    403        in      in       in       in
GET   /api/admin/rules/{id}                       401        403     403    403        in      in       in       in
POST  /api/admin/rules                            401        403     403    403        403     403      403      in
GET   /api/admin/members/{id}/evidence.json       401        403     403    403        403     403      in       in
GET   /api/admin/members/{id}/evidence.pdf        401        403     403    403        403     403      in       in

a member's own identity
GET   /api/users/verification                     401        in      in     in         403     403      403      403
PUT   /api/users/verification/details             401        in      in     suspended  403     403      403      403
POST  /api/users/verification/begin               401        in      in     suspended  403     403      403      403
POST  /api/users/verification/{id}/documents      401        in      404    suspended  403     403      403      403
DELETE /api/users/verification/documents/{id}     401        in      404    in         403     403      403      403
POST  /api/users/verification/{id}/submit         401        in      404    suspended  403     403      403      403

staff: members' identities, and the signed events of a provider
GET   /api/admin/verifications                    401        403     403    403        in      in       in       in
GET   /api/admin/verifications/{id}               401        403     403    403        403     in       in       in
GET   /api/admin/verifications/documents/{id}     401        403     403    403        403     in       in       in
POST  /api/admin/verifications/{id}/pass          401        403     403    403        403     in       in       in
POST  /api/admin/verifications/{id}/return        401        403     403    403        403     in       in       in
POST  /api/admin/verifications/{id}/refuse        401        403     403    403        403     in       in       in
POST  /api/webhooks/sumsub                        in         in      in     in         in      in       in       in

staff: members compared with the sanctions lists
GET   /api/admin/monitoring                       401        403     403    403        in      in       in       in
GET   /api/admin/monitoring/{id}/notes            401        403     403    403        in      in       in       in
POST  /api/admin/monitoring/{id}/notes            401        403     403    403        403     in       in       in
GET   /api/admin/monitoring/{id}/file             401        403     403    403        403     in       in       in
POST  /api/admin/monitoring/{id}/clear            401        403     403    403        403     403      in       in
POST  /api/admin/monitoring/{id}/mark-suspicious  401        403     403    403        403     in       in       in
GET   /api/admin/screening                        401        403     403    403        in      in       in       in
POST  /api/admin/screening/{id}/dismiss           401        403     403    403        403     403      in       in
POST  /api/admin/screening/{id}/confirm           401        403     403    403        403     in       in       in

staff: the books, at any time, and whether they are right
GET   /api/admin/ledger                           401        403     403    403        in      in       in       in
GET   /api/admin/ledger/checks                    401        403     403    403        in      in       in       in
GET   /api/admin/ledger/balance                   401        403     403    403        in      in       in       in
GET   /api/admin/ledger/trial-balance             401        403     403    403        in      in       in       in
GET   /api/admin/ledger/statement                 401        403     403    403        in      in       in       in
POST  /api/admin/ledger/check                     401        403     403    403        403     403      in       in
POST  /api/admin/ledger/unfreeze                  401        403     403    403        403     403      403      in

staff: what there is to invest in
GET   /api/admin/plans                            401        403     403    403        in      in       in       in
GET   /api/admin/plans/figures                    401        403     403    403        in      in       in       in
GET   /api/admin/plans/{id}/returns               401        403     403    403        in      in       in       in
GET   /api/admin/redemption-notices               401        403     403    403        in      in       in       in
POST  /api/admin/plans                            401        403     403    403        403     403      in       in
POST  /api/admin/plans/versions/{id}/publish      401        403     403    403        403     403      in       in
POST  /api/admin/plans/{id}/close                 401        403     403    403        403     403      in       in
staff: incentives, campaigns and what they are rewarded with
GET   /api/admin/campaigns                        401        403     403    403        in      in       in       in
POST  /api/admin/campaigns                        401        403     403    403        403     403      in       in
POST  /api/admin/campaigns/{id}/publish           401        403     403    403        403     403      in       in
POST  /api/admin/campaigns/{id}/end               401        403     403    403        403     403      in       in
GET   /api/admin/enquiries                        401        403     403    403        in      in       in       in
GET   /api/admin/enquiries/{id}                   401        403     403    403        in      in       in       in
GET   /api/admin/enquiries/{id}/cv                401        403     403    403        403     in       in       in
PATCH /api/admin/enquiries/{id}                   401        403     403    403        403     in       in       in
POST  /api/admin/enquiries/{id}/replies           401        403     403    403        403     in       in       in
GET   /api/admin/rewards                          401        403     403    403        in      in       in       in
GET   /api/admin/incentives                       401        403     403    403        in      in       in       in
PUT   /api/admin/incentives                       401        403     403    403        403     403      403      in

beside the calls; what is below /dev is absent in live
GET   /healthz                                    in         in      in     in         in      in       in       in
GET   /readyz                                     in         in      in     in         in      in       in       in
GET   /open-books/log/checkpoint                    in         in      in     in         in      in       in       in
GET   /open-books/log/vkeys                         in         in      in     in         in      in       in       in
GET   /open-books/log/tile/*                        in         in      in     in         in      in       in       in
GET   /open-books/nodes/:epoch                      in         in      in     in         in      in       in       in
GET   /open-books/witness/vkeys                     in         in      in     in         in      in       in       in
POST  /open-books/witness/add-checkpoint            in         in      in     in         in      in       in       in
GET   /api/openapi.json                           in         in      in     in         in      in       in       in
GET   /api/docs                                   in         in      in     in         in      in       in       in
GET   /api/events?for=member                      401        in      in     in         401     401      401      401
GET   /api/events?for=admin                       401        401     401    401        in      in       in       in
GET   /api/market/stream?for=member               401        in      in     in         401     401      401      401
GET   /api/market/stream?for=admin                401        401     401    401        in      in       in       in
GET   /dev/mailbox.json                           in         in      in     in         in      in       in       in
GET   /dev/mails/:id                              in         in      in     in         in      in       in       in
GET   /dev/clock.json                             in         in      in     in         in      in       in       in
GET   /dev/chain.json                             in         in      in     in         in      in       in       in
POST  /dev/chain/pay                              in         in      in     in         in      in       in       in
POST  /dev/chain/mine                             in         in      in     in         in      in       in       in
POST  /dev/chain/reorganise                       in         in      in     in         in      in       in       in
POST  /dev/chain/drop                             in         in      in     in         in      in       in       in
POST  /dev/chain/replace                          in         in      in     in         in      in       in       in
POST  /dev/chain/double-spend                     in         in      in     in         in      in       in       in
POST  /dev/clock                                  in         in      in     in         in      in       in       in

staff: what plans earned and lost
GET   /api/admin/plans/{id}/ledger                401        403     403    403        in      in       in       in
GET   /api/admin/evidence/{id}                    401        403     403    403        in      in       in       in
GET   /api/admin/income/{id}/reversal             401        403     403    403        in      in       in       in
POST  /api/admin/income/{id}/reverse              401        403     403    403        403     403      in       in
POST  /api/admin/plans/{id}/income                401        403     403    403        403     403      in       in
POST  /api/admin/plans/{id}/loss                  401        403     403    403        403     403      in       in

staff: a member's names and balance, and the end of an account
DELETE /api/user/{id}                             401        403     403    403        403     403      403      in
PATCH /api/users/{id}                             401        403     403    403        403     in       in       in

the second step of a log-in
POST  /api/user/login/second-factor               in         in      in     in         in      in       in       in
POST  /api/admin/login/second-factor              in         in      in     in         in      in       in       in
POST  /api/user/login/passkey                     in         in      in     in         in      in       in       in
POST  /api/admin/login/passkey                    in         in      in     in         in      in       in       in
POST  /api/passkey-options                        in         in      in     in         in      in       in       in

how a member signs in
GET   /api/user/security                          401        in      in     in         403     403      403      403
GET   /api/user/security/sessions                 401        in      in     in         403     403      403      403
POST  /api/user/security/sessions/{id}/end        401        in      404    in         403     403      403      403
POST  /api/user/security/sessions/end-others      401        in      in     in         403     403      403      403
GET   /api/user/security/sign-ins                 401        in      in     in         403     403      403      403
POST  /api/user/security/authenticator            401        in      in     in         403     403      403      403
POST  /api/user/security/authenticator/confirm    401        in      in     in         403     403      403      403
POST  /api/user/security/authenticator/remove     401        in      in     in         403     403      403      403
POST  /api/user/security/recovery-codes           401        in      in     in         403     403      403      403
POST  /api/user/security/passkeys/options         401        in      in     in         403     403      403      403
POST  /api/user/security/passkeys                 401        in      in     in         403     403      403      403
PATCH /api/user/security/passkeys/{id}            401        in      404    in         403     403      403      403
POST  /api/user/security/passkeys/{id}/remove     401        in      404    in         403     403      403      403
POST  /api/user/security/step-up/options          401        in      in     in         403     403      403      403
POST  /api/user/security/step-up                  401        in      in     in         403     403      403      403

how the staff signs in
PATCH /api/admin/pass                             401        403     403    403        in      in       in       in
POST  /api/admin/pass/check                       401        403     403    403        in      in       in       in
GET   /api/admin/security                         401        403     403    403        in      in       in       in
GET   /api/admin/security/sessions                401        403     403    403        in      in       in       in
POST  /api/admin/security/sessions/{id}/end       401        403     403    403        in      in       in       in
POST  /api/admin/security/sessions/end-others     401        403     403    403        in      in       in       in
GET   /api/admin/security/sign-ins                401        403     403    403        in      in       in       in
POST  /api/admin/security/authenticator           401        403     403    403        in      in       in       in
POST  /api/admin/security/authenticator/confirm   401        403     403    403        in      in       in       in
POST  /api/admin/security/authenticator/remove    401        403     403    403        in      in       in       in
POST  /api/admin/security/recovery-codes          401        403     403    403        in      in       in       in
POST  /api/admin/security/passkeys/options        401        403     403    403        in      in       in       in
POST  /api/admin/security/passkeys                401        403     403    403        in      in       in       in
PATCH /api/admin/security/passkeys/{id}           401        403     403    403        in      in       in       in
POST  /api/admin/security/passkeys/{id}/remove    401        403     403    403        in      in       in       in
POST  /api/admin/security/step-up/options         401        403     403    403        in      in       in       in
POST  /api/admin/security/step-up                 401        403     403    403        in      in       in       in

staff: keys that sign approvals
GET   /api/admin/approval-keys                    401        403     403    403        in      in       in       in
POST  /api/admin/approval-keys/options            401        403     403    403        403     in       in       in
POST  /api/admin/approval-keys                    401        403     403    403        403     in       in       in
POST  /api/admin/approval-keys/{id}/end           401        403     403    403        403     in       in       in
GET   /api/admin/approvals/{id}/statement         401        403     403    403        403     in       in       in

staff: a member's second factor
GET   /api/admin/users/{id}/security              401        403     403    403        in      in       in       in
POST  /api/admin/users/{id}/reset-factor          401        403     403    403        403     in       in       in
POST  /api/admin/users/{id}/end-sessions          401        403     403    403        403     in       in       in
POST  /api/admin/users/{id}/give-back             401        403     403    403        403     in       in       in

staff: operation
GET   /api/admin/settings                         401        403     403    403        in      in       in       in
GET   /api/admin/settings/history                 401        403     403    403        in      in       in       in
PATCH /api/admin/settings/{name}                  401        403     403    403        403     403      403      in
POST  /api/admin/settings/pauses                  401        403     403    403        403     403      403      in
POST  /api/admin/settings/changes/{id}/cancel     401        403     403    403        403     403      in       in
PATCH /api/admin/settings/methods/{method}        401        403     403    403        403     403      403      in
POST  /api/admin/settings/addresses               401        403     403    403        403     403      403      in
POST  /api/admin/settings/address-sources/preview 401        403     403    403        403     403      403      in
POST  /api/admin/settings/address-sources         401        403     403    403        403     403      403      in
GET   /api/admin/settings/address-sources/{id}/addresses 401 403     403    403        in      in       in       in
POST  /api/admin/settings/address-sources/{id}/retire 401    403     403    403        403     403      403      in
POST  /api/admin/settings/providers/test          401        403     403    403        403     403      403      in
GET   /api/admin/staff                            401        403     403    403        in      in       in       in
POST  /api/admin/staff                            401        403     403    403        403     403      403      in
PATCH /api/admin/staff/{id}/role                  401        403     403    403        403     403      403      in
POST  /api/admin/staff/{id}/suspend               401        403     403    403        403     403      403      in
POST  /api/admin/staff/{id}/reinstate             401        403     403    403        403     403      403      in
POST  /api/admin/staff/{id}/end-sessions          401        403     403    403        403     403      403      in
POST  /api/admin/staff/{id}/reset-factor          401        403     403    403        403     403      403      in
POST  /api/admin/staff/{id}/stop-reset            401        403     403    403        403     403      403      in
GET   /api/admin/audit                            401        403     403    403        in      in       in       in
GET   /api/admin/audit/file                       401        403     403    403        403     in       in       in
POST  /api/admin/exports                           401        403     403    403        403     in       in       in
GET   /api/admin/audit/chain                      401        403     403    403        in      in       in       in
GET   /api/admin/jobs                             401        403     403    403        in      in       in       in
POST  /api/admin/jobs/{id}/retry                  401        403     403    403        403     403      403      in
GET   /api/admin/alerts                           401        403     403    403        in      in       in       in
POST  /api/admin/alerts/{id}/acknowledge          401        403     403    403        403     in       in       in
POST  /api/admin/alerts/test-webhooks             401        403     403    403        403     403      403      in
GET   /api/admin/ledger/accounts                  401        403     403    403        in      in       in       in
GET   /api/admin/ledger/rows                      401        403     403    403        in      in       in       in
GET   /api/admin/ledger/export                    401        403     403    403        403     in       in       in
GET   /api/admin/ledger/verifications             401        403     403    403        in      in       in       in
POST  /api/admin/ledger/verifications             401        403     403    403        403     403      in       in
POST  /api/admin/reconciliation/fetch             401        403     403    403        403     403      in       in

GET   /api/admin/find?part=mem_                   401        403     403    403        in      in       in       in

staff: mails about work
GET   /api/admin/notification-choices             401        403     403    403        in      in       in       in
PUT   /api/admin/notification-choices             401        403     403    403        403     in       in       in

staff: notes, tasks and who works on what
GET   /api/admin/notes?subject=mem_none           401        403     403    403        in      in       in       in
POST  /api/admin/notes                            401        403     403    403        403     in       in       in
GET   /api/admin/tasks                            401        403     403    403        in      in       in       in
PATCH /api/admin/tasks/{id}                       401        403     403    403        403     in       in       in
GET   /api/admin/assignments                      401        403     403    403        in      in       in       in
PUT   /api/admin/assignments/{subject}            401        403     403    403        403     in       in       in
DELETE /api/admin/assignments/{subject}           401        403     403    403        403     in       in       in

what members say in public
GET   /api/testimonials                           in         in      in     in         in      in       in       in
GET   /api/user/testimonial                       401        in      in     in         403     403      403      403
POST  /api/user/testimonial                       401        in      in     suspended  403     403      403      403
DELETE /api/user/testimonial                      401        in      in     in         403     403      403      403
GET   /api/admin/testimonials                     401        403     403    403        in      in       in       in
POST  /api/admin/testimonials/{id}/publish        401        403     403    403        403     in       in       in
POST  /api/admin/testimonials/{id}/hide           401        403     403    403        403     in       in       in

staff: what waits, everything about a member, and lists as files
GET   /api/admin/waiting                          401        403     403    403        in      in       in       in
GET   /api/admin/users.csv                        401        403     403    403        403     in       in       in
GET   /api/transactions.csv                       401        403     403    403        403     in       in       in
GET   /api/admin/withdrawals.csv                  401        403     403    403        403     in       in       in
GET   /api/admin/users/{id}/compliance            401        403     403    403        in      in       in       in
GET   /api/admin/users/{id}/timeline              401        403     403    403        in      in       in       in
GET   /api/admin/users/{id}/entries               401        403     403    403        in      in       in       in
POST  /api/admin/users/{id}/suspend               401        403     403    403        403     in       in       in
POST  /api/admin/users/{id}/reactivate            401        403     403    403        403     in       in       in
`

/** One's own way of signing in is one's own, whatever the role. */
const OWN = 'about how one signs in oneself'
/** Filters under a name, which no other person sees. */
const OWN_VIEWS = 'about the filters that one has saved oneself'

/**
 * Changes that every role may make, with the reason; to read is open to all of them, to change
 * isn't.
 */
export const CHANGES_OF_ALL_STAFF: Record<string, string> = {
  'PATCH /api/admin/pass': OWN,
  'POST /api/admin/pass/check': OWN,
  'POST /api/admin/security/sessions/{id}/end': OWN,
  'POST /api/admin/security/sessions/end-others': OWN,
  'POST /api/admin/security/authenticator': OWN,
  'POST /api/admin/security/authenticator/confirm': OWN,
  'POST /api/admin/security/authenticator/remove': OWN,
  'POST /api/admin/security/recovery-codes': OWN,
  'POST /api/admin/security/passkeys/options': OWN,
  'POST /api/admin/security/passkeys': OWN,
  'PATCH /api/admin/security/passkeys/{id}': OWN,
  'POST /api/admin/security/passkeys/{id}/remove': OWN,
  'POST /api/admin/security/step-up/options': OWN,
  'POST /api/admin/security/step-up': OWN,
  'POST /api/admin/views': OWN_VIEWS,
  'DELETE /api/admin/views/{id}': OWN_VIEWS,
}
