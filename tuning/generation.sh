#!/usr/bin/env bash
# A generation: games by one evaluation, a network trained on them, and a match of the two.
#
#   tuning/generation.sh VARIANT FOLDER [EVAL]
#
# FOLDER gets games.gd, network.nnue, network.svg (the losses) and match.txt. Games that are there already are kept
# and gone on with, so a run that Ctrl-C or something worse has ended can be begun again. EVAL plays the games and
# is the network's opponent: `full` (as the program plays; so unless it is given), `hand`, or a network's file.
#
# Further settings are taken from the environment:
#   POSITIONS  so many positions (2500000)        NODES  soft node limit of the games (80)
#   OLD        more games (names without blanks)  FROM   a network to begin with; HIDDEN, EPOCHS and RATE go with it
#   GAMES      games of the match (400)           TC     its time control (1+0.01)
#   SEED       of games and openings (1)          THREADS  games at once (all processors)
#   TUNE       the program (target/release/stymie-tune, built if it is missing)
set -euo pipefail

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
fi
variant=$1 folder=$2 eval=${3:-full}
seed=${SEED:-1}
threads=${THREADS:-$(nproc)}
games=${GAMES:-400}
root=$(cd "$(dirname "$0")/.." && pwd)
tune=${TUNE:-$root/target/release/stymie-tune}
if ! [[ $games =~ ^[1-9][0-9]*$ ]]; then
    echo "GAMES='$games' is no number from 1 on" >&2
    exit 2
fi
# In its own folder, since that is where cargo finds for which processor to build.
[ -x "$tune" ] || (cd "$root" && cargo build --release)
mkdir -p "$folder"

"$tune" datagen "$variant" --out "$folder/games.gd" --positions "${POSITIONS:-2500000}" --nodes "${NODES:-80}" \
    --seed "$seed" --eval "$eval" --threads "$threads"

# shellcheck disable=SC2086 # several files
"$tune" train "$variant" --data "$folder/games.gd" ${OLD:-} --out "$folder/network.nnue" --threads "$threads" \
    ${FROM:+--from "$FROM"} ${HIDDEN:+--hidden "$HIDDEN"} ${EPOCHS:+--epochs "$EPOCHS"} ${RATE:+--rate "$RATE"}

case $eval in
full | hand) opponent=eval=$eval ;;
*) opponent=option.EvalFile=$eval ;;
esac
"$tune" match -variant "$variant" -games 2 -rounds $(((games + 1) / 2)) -srand "$seed" \
    -concurrency "$threads" -each tc="${TC:-1+0.01}" option.Hash=8 -resign movecount=4 score=900 \
    -engine proto=internal name=network option.EvalFile="$folder/network.nnue" \
    -engine proto=internal name=before "$opponent" | tee "$folder/match.txt"
