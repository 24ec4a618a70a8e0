#!/bin/sh
# A UCI engine that does what its argument says when it is asked for a move.
while read -r line; do
    case "$line" in
    uci)
        echo "id name script"
        echo "option name UCI_Variant type combo default chess var chess var hia"
        echo "uciok"
        ;;
    position*moves*) late=a7a6 ;;
    position*) late=a2a3 ;;
    isready) echo "readyok" ;;
    go*)
        echo "info depth 1 score cp 12 nodes 1 pv a1a2"
        case "$1" in
        illegal) echo "bestmove a1a9" ;;
        nothing) echo "bestmove (none)" ;;
        crash) exit 3 ;;
        hang) while :; do sleep 0.1; done ;;
        late)
            sleep 0.6
            echo "bestmove $late"
            ;;
        esac
        ;;
    quit) exit ;;
    esac
done
