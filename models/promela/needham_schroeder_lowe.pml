// SPDX-License-Identifier: Apache-2.0
/*
 * The Needham-Schroeder public key protocol as corrected by Lowe.
 *
 *   G. Lowe. Breaking and fixing the Needham-Schroeder public-key protocol using FDR. TACAS 1996.
 *
 *   1  A -> B   {Na, A} for B
 *   2  B -> A   {Na, Nb, B} for A        (B is what the original protocol lacks)
 *   3  A -> B   {Nb} for B
 *
 * Alice starts one run, with Bob or with Eve, Bob answers one. Eve is the network: whatever is sent goes to her, and
 * whatever is received comes from her. She keeps messages that she cannot read and can deliver them later, and makes
 * messages from nonces that she knows. So she needs no process of her own: a message can be received if Eve can provide
 * it. A nonce has the number of its maker.
 *
 *   known[n]   Eve knows nonce n
 *   seen_1     she has {Na, Alice} for Bob
 *   seen_2     she has {seen_2, Nb, Bob} for Alice, if not 0
 *   seen_3     she has {seen_3} for Bob, if not 0
 *
 * Expected: if Bob believes that he talks to Alice, she believes that she talks to him, and Eve does not know his
 * nonce; and the other way round. A run of the two without disturbance is possible.
 */

#define ALICE 1
#define BOB   2
#define EVE   3

bool known[4] = { 0, 0, 0, 1 };
byte seen_1, seen_2, seen_3;

active proctype Alice()
{
  byte partner, nonce;                // whom she talks to, and the nonce that she was told

  if
  :: atomic { partner = BOB; seen_1 = 1 }
  :: atomic { partner = EVE; known[ALICE] = true }
  fi;
end_sent_1:
  if
  :: atomic { seen_2 == ALICE && partner == BOB -> nonce = BOB }
  :: atomic { known[ALICE] && known[ALICE] -> nonce = ALICE }
  :: atomic { known[ALICE] && known[BOB] -> nonce = BOB }
  :: atomic { known[ALICE] && known[EVE] -> nonce = EVE }
  fi;
  if
  :: atomic { partner == BOB -> seen_3 = nonce }
  :: atomic { partner == EVE -> known[nonce] = true }
  fi;
end_done:
  false
}

active proctype Bob()
{
  byte partner, nonce;

end_wait:
  if
  :: atomic { seen_1 == 1 -> partner = ALICE; nonce = ALICE }
  :: atomic { known[ALICE] -> partner = ALICE; nonce = ALICE }
  :: atomic { known[BOB] -> partner = ALICE; nonce = BOB }
  :: atomic { known[EVE] -> partner = ALICE; nonce = EVE }
  :: atomic { known[ALICE] -> partner = EVE; nonce = ALICE }
  :: atomic { known[BOB] -> partner = EVE; nonce = BOB }
  :: atomic { known[EVE] -> partner = EVE; nonce = EVE }
  fi;
  if
  :: atomic { partner == ALICE -> seen_2 = nonce }
  :: atomic { partner == EVE -> known[nonce] = true; known[BOB] = true }
  fi;
end_sent_2:
  known[BOB] || seen_3 == BOB;
end_done:
  false
}

#define alice_sure     (Alice@end_done)
#define bob_sure       (Bob@end_done)
#define alice_with_bob (Alice:partner == BOB)
#define bob_with_alice (Bob:partner == ALICE)

ltl bob_is_right      { [] ((bob_sure && bob_with_alice) -> alice_with_bob) }
ltl alice_is_right    { [] ((alice_sure && alice_with_bob) -> bob_with_alice) }
ltl secret_of_bob     { [] ((bob_sure && bob_with_alice) -> !known[BOB]) }
ltl secret_of_alice   { [] (alice_with_bob -> !known[ALICE]) }
ltl never_both_sure   { [] !(alice_sure && bob_sure && alice_with_bob && bob_with_alice) }   // violated: the good run
