import { defineMutants, defineSqlMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const MODULE = 'src/modules/verification'
const COMMANDS = `${MODULE}/commands`
const list = (name: string) => [`${COMMANDS}/${name}.test.ts`]
const DETAILS = list('save-identity-details')
const BEGIN = list('begin-verification')
const UPLOAD = list('upload-document')
const SUBMIT = list('submit-verification')
const PASS = list('pass-verification')
const REFUSAL = list('propose-refusal')
const VIEW = list('view-document')
const READ = list('read-check')
const EVENT = list('receive-event')
const OLD_CHECKS = list('delete-old-checks')

/** Mistakes in the verification of identities, and in how its documents are stored. */
export const mutants: Mutant[] = [
  ...defineMutants(MODULE, [
    [
      'view without a role',
      'a viewer could open identity documents',
      'commands/view-document.ts',
      'viewDocument',
      { drop: 'assertPermitted' },
      VIEW,
    ],
    [
      'view without a record',
      'a reviewer could look at documents unnoticed',
      'commands/view-document.ts',
      'viewDocument',
      { drop: 'record' },
      VIEW,
    ],
    [
      'pass by a viewer',
      'a viewer could verify a member',
      'commands/pass-verification.ts',
      'passVerification',
      { drop: 'assertPermitted' },
      PASS,
    ],
    [
      'pass against the provider',
      'one admin could pass what the provider refused for good',
      'commands/pass-verification.ts',
      'passVerification',
      { drop: 'providerDecides' },
      READ,
    ],
    [
      'upload after the submission',
      'the member would read an internal error instead of the reason',
      'commands/upload-document.ts',
      'assertAccepts',
      { drop: 'submitted' },
      UPLOAD,
    ],
    [
      'photo with an old code',
      'a photo could be prepared long before',
      'commands/upload-document.ts',
      'assertAccepts',
      { drop: 'codeEnded' },
      UPLOAD,
    ],
    [
      'submission with a document missing',
      'a reviewer would get an incomplete verification',
      'commands/submit-verification.ts',
      'submitVerification',
      { drop: 'documentsMissing' },
      SUBMIT,
    ],
    [
      'another attempt after a refusal',
      'a refused member could begin again and again',
      'commands/begin-verification.ts',
      'findOrStart',
      { drop: 'refusedBefore' },
      REFUSAL,
    ],
    [
      'level before the lower one',
      'a member could prove the source of funds without an identity',
      'commands/begin-verification.ts',
      'findOrStart',
      { drop: 'lowerLevel' },
      BEGIN,
    ],
    [
      'check of changed details',
      'a result about other details would verify the member',
      'steps/apply-check.ts',
      'applyCheckState',
      { expression: 'isOfAnotherVersion(verification, stated)', with: 'false' },
      READ,
    ],
    [
      'pass of another person',
      'the document of another person would verify the member',
      'steps/apply-check.ts',
      'passUnlessDifferent',
      { expression: 'differences.length > 0', with: 'false' },
      READ,
    ],
    [
      'name as a part of another',
      'Li would be the same as Oliver',
      'model/compare-names.ts',
      'isSameWord',
      {
        expression: 'other.includes(spelling)',
        with: 'other.some((one) => one.includes(spelling))',
      },
      [`${MODULE}/model/compare-person.test.ts`],
    ],
    [
      'last name left out',
      'given names alone would verify a member, and be all that is screened',
      'model/compare-person.ts',
      'listDifferences',
      { expression: 'isName && isLastName', with: 'isName' },
      [`${MODULE}/model/compare-person.test.ts`],
    ],
    [
      'check of a provider that was left',
      'the member could never go on',
      'commands/read-check.ts',
      'endLeftCheck',
      { drop: 'markReturned' },
      READ,
    ],
    [
      'result of a provider that was left',
      'a completed check would be ended unread',
      'commands/read-check.ts',
      'readState',
      {
        expression: 'isLeft(app, verification) && !hasCredentials(app, provider)',
        with: 'isLeft(app, verification)',
      },
      READ,
    ],
    [
      'refused checks at the provider',
      'the provider would store refused members for good',
      'commands/delete-old-checks.ts',
      'deleteCheck',
      { drop: 'forget' },
      OLD_CHECKS,
    ],
    [
      'event without a signature',
      'an unsigned request could make the server read checks',
      'adapters/sumsub.ts',
      'createSumsub',
      { drop: 'assertSumsubSignature' },
      EVENT,
    ],
  ]),
  ...defineSqlMutants([
    [
      'refusal without an approval',
      'one admin could refuse a member by SQL',
      'public.protect_verification',
      'and p.approved',
      '',
      REFUSAL,
    ],
    [
      'refusal of another submission',
      'two admins would have agreed about other documents',
      'public.protect_verification',
      "and p.content::jsonb ->> 'verification' = new.content_hash",
      '',
      REFUSAL,
    ],
    [
      'sent name that changes',
      'a check could count for a name that was never sent',
      'public.protect_verification',
      '(new.sent_name, new.sent_version) is distinct from (old.sent_name, old.sent_version)',
      'false',
      READ,
    ],
    [
      'details changed after a pass',
      'a verified member could become another person',
      'public.protect_identity_details',
      "v.status = 'passed'",
      'false',
      DETAILS,
    ],
    [
      'level of earlier details',
      'the level would count for details that no reviewer saw',
      'public.verified_level',
      'and v.identity_version = i.version',
      '',
      DETAILS,
    ],
    [
      'level of another name',
      'the level would count after another name',
      'public.verified_level',
      "and v.name = m.first_name || ' ' || m.last_name",
      '',
      PASS,
    ],
    [
      'level after its re-check date',
      'an ended verification would count until the job runs',
      'public.verified_level',
      'and v.expires_on > on_date',
      '',
      PASS,
    ],
    [
      'document removed after the submission',
      'what was reviewed could disappear',
      'public.protect_verification_document',
      "about.status <> 'waiting_for_member'",
      'false',
      UPLOAD,
    ],
    [
      'birth date declared again',
      'a changed date of birth would not be compared with the sanctions lists',
      'public.screening_due',
      '(s.profile_version, s.identity_version, s.lists) is distinct from (m.profile_version, i.version, l.lists)',
      '(s.profile_version, s.lists) is distinct from (m.profile_version, l.lists)',
      DETAILS,
    ],
  ]),
]
