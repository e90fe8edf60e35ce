import { createTestMember } from '#modules/identity/testing.ts'
import type { TestApp } from './app.ts'

/** Repeats the documents of a draft for other members; all rows name the same files. */
export async function copyTestDocuments(
  { app, database }: TestApp,
  verificationId: string,
  times: number,
): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { member } = await createTestMember(app)
    const { rows } = await database.owner.query(
      `insert into identity_verification (id, member_id, level, provider, status, begun_at)
        values ('ver_' || substr(md5($1), 1, 20), $1, 'full', 'sumsub', 'waiting_for_member', now())
        returning id`,
      [member.id],
    )
    await database.owner.query(
      `insert into verification_document (id, verification_id, kind, side, uploaded_at, media_type,
          bytes, file_key, sha256, key_id, wrapped_key)
        select 'vdc_' || substr(md5(random()::text), 1, 20), $1, kind, side, uploaded_at, media_type,
          bytes, file_key, sha256, key_id, wrapped_key
        from verification_document where verification_id = $2`,
      [rows[0].id, verificationId],
    )
  }
}
