#!/bin/sh
# An XBoard engine that does what its first argument says when it is asked for a move; the second
# is a list of features with commas between, the third a file that keeps what it hears.
while read -r line; do
    [ -n "$3" ] && echo "$line" >>"$3"
    case "$line" in
    protover*)
        echo "feature done=0 ping=1 colors=0 variants=\"normal,hia\" $(echo "$2" | tr , ' ')"
        echo "feature done=1"
        ;;
    new) late=a2a3 ;;
    [a-i][1-8]*) late=a7a6 ;;
    ping*) echo "pong ${line#ping }" ;;
    go)
        echo "1 20 3 40 a2a3"
        case "$1" in
        illegal) echo "move a1a9" ;;
        win) echo "1-0 {White mates}" ;;
        draw) echo "1/2-1/2 {Draw by repetition}" ;;
        doubt) echo "Illegal move: a2a3" ;;
        resign) echo "resign" ;;
        crash) exit 3 ;;
        hang) while :; do sleep 0.1; done ;;
        late)
            sleep 0.6
            echo "move $late"
            ;;
        esac
        ;;
    quit) exit ;;
    esac
done
